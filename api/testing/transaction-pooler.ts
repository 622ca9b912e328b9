import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';

/**
 * A pooler in transaction mode, like PgBouncer. Clients share a few connections, and each transaction of a client may
 * use a different connection.
 */
export type TransactionPooler = {
  /** The database URL through the pooler. */
  url: string;
  /** The number of transactions that each connection has run. */
  getCounts(): number[];
  close(): Promise<void>;
};

type Server = { socket: Duplex; client: Client | null; transactions: number };

/**
 * A client keeps its connection until no transaction is open and `pending` is 0. `pending` is the number of "ready for
 * query" responses still to come.
 */
type Client = { socket: Socket; server: Server | null; waiting: Buffer[]; pending: number };

/** Starts a pooler with this many connections to the PostgreSQL server at this URL. */
export const createTransactionPooler = async (databaseUrl: string, size: number): Promise<TransactionPooler> => {
  const servers: Server[] = [];
  const free: Server[] = [];
  const queue: Client[] = [];

  const assign = () => {
    while (free.length > 0 && queue.length > 0) {
      // Chooses the connection that has been free longest, so that consecutive transactions use different connections.
      const [server, client] = [free.shift(), queue.shift()];
      if (server === undefined || client === undefined) return;
      server.transactions++;
      Object.assign(server, { client });
      Object.assign(client, { server });
      for (const message of client.waiting.splice(0)) server.socket.write(message);
    }
  };

  const onClientMessage = (client: Client, message: Buffer) => {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === 'X') return;
    if (type === 'Q' || type === 'S') client.pending++;
    if (client.server !== null) client.server.socket.write(message);
    else if (client.waiting.push(message) === 1) queue.push(client);
    assign();
  };

  const onServerMessage = (server: Server, message: Buffer) => {
    const { client } = server;
    if (client === null) return;
    client.socket.write(message);
    if (message[0] !== 'Z'.charCodeAt(0)) return;
    client.pending--;
    const isInTransaction = message[5] !== 'I'.charCodeAt(0);
    if (isInTransaction || client.pending > 0) return;
    client.server = null;
    server.client = null;
    free.push(server);
    assign();
  };

  for (let number = 0; number < size; number++) {
    const connection = new pg.Client({ connectionString: databaseUrl });
    await connection.connect();
    const socket = connection.connection.stream;
    // From here on, only the pooler uses the signed-in connection.
    for (const event of ['data', 'end', 'close', 'error']) socket.removeAllListeners(event);
    const server: Server = { socket, client: null, transactions: 0 };
    socket
      .on('error', () => {})
      .on(
        'data',
        splitMessages(message => onServerMessage(server, message)),
      );
    servers.push(server);
    free.push(server);
  }

  const clients = new Set<Socket>();
  const listener = createServer(socket => {
    clients.add(socket);
    const client: Client = { socket, server: null, waiting: [], pending: 0 };
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(welcome);
        socket.on(
          'data',
          splitMessages(message => onClientMessage(client, message)),
        );
      });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((listener.address() as { port: number }).port);
  return {
    url: url.href,
    getCounts: () => servers.map(({ transactions }) => transactions),
    async close() {
      for (const socket of [...clients, ...servers.map(server => server.socket)]) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
};

/** Creates a listener that calls `onMessage` with each whole message. A message is a type, a length, and the rest. */
const splitMessages = (onMessage: (message: Buffer) => void): ((bytes: Buffer) => void) => {
  let rest = Buffer.alloc(0);
  return bytes => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      onMessage(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
};

/** The messages AuthenticationOk and ReadyForQuery. */
const welcome = Buffer.from([...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], ...[0x5a, 0, 0, 0, 5, 0x49]]);
