import pg, { type ClientConfig, type PoolClient } from 'pg';

/** Members that the types of the driver lack. Behind some poolers a connection has no key. */
declare module 'pg' {
  interface Connection {
    cancel(processID: number, secretKey: number): void;
  }
  interface Client {
    readonly processID: number | null;
    readonly secretKey: number | null;
  }
}

/**
 * Cancels the statement that a connection is waiting for. The request goes to the host of the connection. Closing the
 * socket does not stop the statement: a backend notices a closed socket only when it writes to the socket. Never
 * throws, and stops waiting after `milliseconds`.
 */
export const cancelStatement = async (
  { processID, secretKey, host, port }: PoolClient,
  options: ClientConfig,
  milliseconds: number,
): Promise<void> => {
  if (processID === null || secretKey === null) return;
  const client = new pg.Client({ ...options, connectionTimeoutMillis: milliseconds }).on('error', () => {});
  // A CancelRequest replaces the startup message (after TLS). The server closes the connection instead of responding.
  const startup = (): void => client.connection.cancel(processID, secretKey);
  Object.assign(client.connection, { startup });
  Object.assign(client, { host, port });
  await client.connect().catch(() => undefined);
};
