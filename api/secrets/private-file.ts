import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigError } from '#server/config-error';

/** Returns random bytes in hex, which needs no escaping in URLs, headers or environment variables. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/**
 * Creates a JSON file with mode 0600 unless it exists. Of two simultaneous starts the first wins, because link() never
 * replaces a file.
 */
export const createFileOnce = (path: string, content: unknown): void => {
  // Writes nothing if the file exists. So a start also succeeds on a read-only file system.
  if (existsSync(path)) return;
  const draft = `${path}.${randomHex(6)}`;
  writeDraft(draft, content);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!alreadyExists(error)) throw error;
  } finally {
    rmSync(draft);
  }
};

/**
 * Replaces a JSON file after `work`. The file is replaced atomically and stays unchanged if `work` fails.
 * @throws ConfigError while another replacement is running or after one was interrupted; errors of `work`
 */
export const replaceFile = async (path: string, content: unknown, work: () => Promise<void>): Promise<void> => {
  const draft = `${path}.new`;
  try {
    writeDraft(draft, content);
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

const writeDraft = (draft: string, content: unknown): void =>
  writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx', flush: true });

const alreadyExists = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';
