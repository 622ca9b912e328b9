import type { Queries } from '../database/database.ts';

/** Reads a sealed secret by name; null if it is missing. */
export type SecretReader = { read(queries: Queries, name: string): Promise<string | null> };

/** Reads the key of the tokens in addresses, which exists since the first mailbox. */
export const readTokenKey = async (secrets: SecretReader, queries: Queries): Promise<Buffer> =>
  Buffer.from((await secrets.read(queries, 'mail.token_key')) ?? '', 'hex');
