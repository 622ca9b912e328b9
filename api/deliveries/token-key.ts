import type { Queries } from '../database/database.ts';
import { tokenKeyName } from '../database/secret-names.ts';

/** Reads a sealed secret by name; null if it is missing. */
export type SecretReader = { read(queries: Queries, name: string): Promise<string | null> };

/** Reads the key of the tokens in addresses; empty until the first mailbox creates it. */
export const readTokenKey = async (secrets: SecretReader, queries: Queries): Promise<Buffer> =>
  Buffer.from((await secrets.read(queries, tokenKeyName)) ?? '', 'hex');
