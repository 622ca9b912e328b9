import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigError } from '#server/config-error';

/** Creates the data directory and its parents, accessible by the owner only. @throws ConfigError */
export const createDataDir = (dataDir: string): void => {
  try {
    makeDirectory(resolve(dataDir));
  } catch (error) {
    throw new ConfigError([`DATA_DIR ${dataDir} cannot be created: ${error instanceof Error ? error.message : error}`]);
  }
};

/** Creates a directory and its parents, one at a time. mkdirSync with `recursive` never returns below /proc. */
const makeDirectory = (path: string): void => {
  if (isDirectory(path)) return;
  if (statSync(dirname(path), { throwIfNoEntry: false }) === undefined) makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isDirectory(path)) throw error;
  }
};

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
