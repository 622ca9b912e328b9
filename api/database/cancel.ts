import pg, { type ClientConfig, type PoolClient } from 'pg';

/** What the driver has and its types do not tell. Behind some poolers a connection is told no key. */
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
 * Asks the server to give up what this connection is waiting for: a backend notices that nobody listens any more only when
 * it has something to say. Never throws, and is over in time also when nothing is answered.
 */
export const cancel = async (
  { processID, secretKey }: PoolClient,
  options: ClientConfig,
  milliseconds: number,
): Promise<void> => {
  if (processID === null || secretKey === null) return;
  const client = new pg.Client({ ...options, connectionTimeoutMillis: milliseconds }).on('error', () => {});
  // It takes the place of the first message, behind TLS where that is spoken; the server hangs up in place of an answer.
  const startup = (): void => client.connection.cancel(processID, secretKey);
  Object.assign(client.connection, { startup });
  await client.connect().catch(() => undefined);
};
