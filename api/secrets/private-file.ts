import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigError } from '#server/config-error';
import { copyOwner } from '#server/copy-owner';

/** Returns random bytes in hex, which needs no escaping in URLs, headers or environment variables. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/**
 * Creates a JSON file with mode 0600 unless it exists. Of two simultaneous starts the first wins, because link() never
 * replaces a file.
 */
export const createFileOnce = (path: string, content: unknown): void => {
  // Writes nothing if the file exists, so that a start also succeeds on a read-only file system.
  if (existsSync(path)) return;
  const temporaryFile = `${path}.${randomHex(6)}`;
  writeTemporaryFile(temporaryFile, content);
  try {
    linkSync(temporaryFile, path);
  } catch (error) {
    if (!alreadyExists(error)) throw error;
  } finally {
    rmSync(temporaryFile);
  }
};

/**
 * Replaces a JSON file after `work`. The file is replaced atomically, keeps its owner, and stays unchanged if `work`
 * fails.
 * @throws ConfigError while another replacement is running or after an interrupted replacement; errors of `work`
 */
export const replaceFile = async (path: string, content: unknown, work: () => Promise<void>): Promise<void> => {
  const temporaryFile = `${path}.new`;
  try {
    writeTemporaryFile(temporaryFile, content, path);
  } catch (error) {
    if (!alreadyExists(error)) throw error;
    throw new ConfigError([
      `Another rotation may be running: ${temporaryFile} exists. If none is running, delete the file and try again.`,
    ]);
  }
  try {
    await work();
    renameSync(temporaryFile, path);
  } catch (error) {
    rmSync(temporaryFile, { force: true });
    throw error;
  }
};

/**
 * Writes a new file, with the owner of the file at `replaced`. A full disk leaves no incomplete file, so that the
 * command can be repeated.
 */
const writeTemporaryFile = (temporaryFile: string, content: unknown, replaced?: string): void => {
  const file = openSync(temporaryFile, 'wx', 0o600);
  try {
    writeFileSync(file, `${JSON.stringify(content)}\n`);
    if (replaced !== undefined) copyOwner(replaced, file);
    // The option `flush` of writeFileSync has no effect on text.
    fsyncSync(file);
  } catch (error) {
    rmSync(temporaryFile, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
};

const alreadyExists = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';
