import type { Queries } from '../database/database.ts';

/** Reads the key of the tokens in addresses, which exists since the first mailbox. `read` returns null for no secret. */
export const readTokenKey = async (
  secrets: { read(queries: Queries, name: string): Promise<string | null> },
  queries: Queries,
): Promise<Buffer> => Buffer.from((await secrets.read(queries, 'mail.token_key')) ?? '', 'hex');
