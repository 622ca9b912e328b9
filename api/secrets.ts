import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config.ts';

const fileFormat = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

/**
 * The bff's credentials as an OAuth client, from the data directory; made there at the first start. The file appears
 * whole or not at all, and of two starts at once the first one's stays: link() refuses to replace.
 * @throws ConfigError
 */
export const readBffClient = (dataDir: string): { id: string; secret: string } => {
  const path = join(dataDir, 'bff-client.json');
  try {
    createOnce(path, { client_id: `bff-${hex(8)}`, client_secret: hex(32) });
    const { client_id, client_secret } = fileFormat.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { id: client_id, secret: client_secret };
  } catch (error) {
    const reason =
      error instanceof z.ZodError || error instanceof SyntaxError ? 'does not hold what it should' : String(error);
    throw new ConfigError([`OAUTH_CLIENT_ID is not set, and ${path}: ${reason}`]);
  }
};

const createOnce = (path: string, content: unknown): void => {
  const draft = `${path}.${hex(6)}`;
  writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
};

/** Hex survives every encoding on the way. */
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
