import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can be closed, paused and reopened. */
export type TcpProxy = {
  /** The URL of the server through the proxy. */
  url: string;
  /** Closes every connection and rejects new connections. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** Stops forwarding. Open and new connections get no response. */
  pause(): void;
  /** Forwards the delayed bytes and all further bytes. */
  resume(): void;
  /** Abandons paused connections without closing them; new connections are forwarded. */
  dropPaused(): void;
};

/** One direction of a connection. While it is paused, `to` stays open even if `from` closes. */
type Direction = { from: Socket; to: Socket; isPaused: boolean };

export const createTcpProxy = async (serverUrl: string): Promise<TcpProxy> => {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const directions: Direction[] = [];
  let isPaused = false;
  const server = createServer(socket => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [[socket, upstream] as const, [upstream, socket] as const]) {
      const direction: Direction = { from, to, isPaused };
      sockets.add(from);
      directions.push(direction);
      from.on('error', () => undefined).on('close', () => direction.isPaused || to.destroy());
      if (isPaused) from.pause();
      else from.pipe(to);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  };
  const url = new URL(serverUrl);
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
      directions.length = 0;
      await closed;
    },
    pause() {
      isPaused = true;
      for (const direction of directions) {
        direction.isPaused = true;
        direction.from.unpipe(direction.to).pause();
      }
    },
    resume() {
      isPaused = false;
      for (const direction of directions) {
        direction.isPaused = false;
        if (direction.from.destroyed) direction.to.destroy();
        else direction.from.pipe(direction.to);
      }
    },
    dropPaused() {
      isPaused = false;
      directions.length = 0;
    },
  };
};
