import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#server/config-error';

const fileFormat = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

/**
 * Reads the bff's OAuth credentials from the data directory. The first start creates them atomically; of two
 * simultaneous starts the first wins, because link() never replaces a file.
 * @throws ConfigError
 */
export const readBffClient = (dataDir: string): { id: string; secret: string } => {
  const path = getClientFile(dataDir);
  try {
    createOnce(path, { client_id: `bff-${hex(8)}`, client_secret: hex(32) });
    const { client_id, client_secret } = fileFormat.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { id: client_id, secret: client_secret };
  } catch (error) {
    const reason = error instanceof z.ZodError || error instanceof SyntaxError ? 'malformed content' : String(error);
    throw new ConfigError([`OAUTH_CLIENT_ID is not set, and ${path} cannot be used: ${reason}`]);
  }
};

/**
 * Replaces the bff's credentials in the data directory after `work` has activated them. The file is replaced atomically and
 * stays unchanged if `work` fails. @throws ConfigError while another replacement is running
 */
export const replaceBffClient = async (
  dataDir: string,
  { id, secret }: { id: string; secret: string },
  work: () => Promise<void>,
): Promise<void> => {
  const path = getClientFile(dataDir);
  const draft = `${path}.new`;
  try {
    writeDraft(draft, { client_id: id, client_secret: secret });
  } catch (error) {
    if (!alreadyExists(error)) throw error;
    throw new ConfigError([
      `Another rotation may be running: ${draft} exists. If none is running, delete the file and try again.`,
    ]);
  }
  try {
    await work();
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
};

const getClientFile = (dataDir: string): string => join(dataDir, 'bff-client.json');

const writeDraft = (draft: string, content: unknown): void =>
  writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx', flush: true });

const alreadyExists = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';

const createOnce = (path: string, content: unknown): void => {
  const draft = `${path}.${hex(6)}`;
  writeDraft(draft, content);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!alreadyExists(error)) throw error;
  } finally {
    rmSync(draft);
  }
};

/** Hex needs no escaping in URLs, headers or environment variables. */
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
