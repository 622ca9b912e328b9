import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#server/config-error';

const fileFormat = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

/**
 * The bff's credentials as an OAuth client, from the data directory; made there at the first start. The file appears
 * whole or not at all, and of two starts at once the first one's stays: link() refuses to replace.
 * @throws ConfigError
 */
export const readBffClient = (dataDir: string): { id: string; secret: string } => {
  const path = clientFileIn(dataDir);
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

/**
 * Replaces the bff's credentials in the data directory once `work` has made the new ones good: the file is whole at any
 * moment, and stays as it is when `work` fails. @throws ConfigError when another replacement is under way
 */
export const replaceBffClient = async (
  dataDir: string,
  { id, secret }: { id: string; secret: string },
  work: () => Promise<void>,
): Promise<void> => {
  const path = clientFileIn(dataDir);
  const draft = `${path}.new`;
  try {
    writeDraft(draft, { client_id: id, client_secret: secret });
  } catch (error) {
    if (!isThereAlready(error)) throw error;
    throw new ConfigError([`Another rotation is under way. If none is, remove ${draft} and try again.`]);
  }
  try {
    await work();
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
};

const clientFileIn = (dataDir: string): string => join(dataDir, 'bff-client.json');

const writeDraft = (draft: string, content: unknown): void =>
  writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx', flush: true });

const isThereAlready = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

const createOnce = (path: string, content: unknown): void => {
  const draft = `${path}.${hex(6)}`;
  writeDraft(draft, content);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isThereAlready(error)) throw error;
  } finally {
    rmSync(draft);
  }
};

/** Hex survives every encoding on the way. */
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
