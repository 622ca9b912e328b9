import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#server/config-error';
import { createFileOnce, randomHex, replaceFile } from './secrets/private-file.ts';

const fileFormat = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

/**
 * Reads the bff's OAuth credentials from the data directory. The first start creates them.
 * @throws ConfigError
 */
export const readBffClient = (dataDir: string): { id: string; secret: string } => {
  const path = getClientFile(dataDir);
  try {
    createFileOnce(path, { client_id: `bff-${randomHex(8)}`, client_secret: randomHex(32) });
    const { client_id, client_secret } = fileFormat.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { id: client_id, secret: client_secret };
  } catch (error) {
    const reason = error instanceof z.ZodError || error instanceof SyntaxError ? 'malformed content' : String(error);
    throw new ConfigError([`OAUTH_CLIENT_ID is not set, and ${path} cannot be used: ${reason}`]);
  }
};

/** Replaces the bff's credentials in the data directory after `work` has activated them. @throws ConfigError */
export const replaceBffClient = (
  dataDir: string,
  { id, secret }: { id: string; secret: string },
  work: () => Promise<void>,
): Promise<void> => replaceFile(getClientFile(dataDir), { client_id: id, client_secret: secret }, work);

const getClientFile = (dataDir: string): string => join(dataDir, 'bff-client.json');
