import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a Postgres that can be closed or held up, and opened again. */
export type Gate = {
  /** Leads through it. */
  url: string;
  /** Cuts every connection, and refuses more. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** Passes not a byte on: connections stay, others are made, and none is answered. */
  hold(): void;
  /** Passes on what was held up, and all that comes. */
  letGo(): void;
  /** Loses what is held up, of which no side is told; who connects from now on gets through. */
  lose(): void;
};

/** One direction of a connection. While it is held up the one side is not even told that the other has left. */
type Way = { from: Socket; to: Socket; isHeld: boolean };

/** Stands before the Postgres of this address. */
export const createGate = async (databaseUrl: string): Promise<Gate> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const ways: Way[] = [];
  let isHeld = false;
  const server = createServer(socket => {
    const onward = connect(Number(target.port), target.hostname);
    for (const [from, to] of [[socket, onward] as const, [onward, socket] as const]) {
      const way: Way = { from, to, isHeld };
      sockets.add(from);
      ways.push(way);
      from.on('error', () => undefined).on('close', () => way.isHeld || to.destroy());
      if (isHeld) from.pause();
      else from.pipe(to);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  };
  const url = new URL(databaseUrl);
  const port = await listen(0);
  url.port = String(port);
  return {
    url: url.href,
    async open() {
      await listen(port);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      ways.length = 0;
      await closed;
    },
    hold() {
      isHeld = true;
      for (const way of ways) {
        way.isHeld = true;
        way.from.unpipe(way.to).pause();
      }
    },
    letGo() {
      isHeld = false;
      for (const way of ways) {
        way.isHeld = false;
        if (way.from.destroyed) way.to.destroy();
        else way.from.pipe(way.to);
      }
    },
    lose() {
      isHeld = false;
      ways.length = 0;
    },
  };
};
