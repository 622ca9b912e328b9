import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigError } from '#server/config-error';

/** Makes the data directory where it is missing, and those above it, for its owner alone. @throws ConfigError */
export const createDataDir = (dataDir: string): void => {
  try {
    makeFolder(resolve(dataDir));
  } catch (error) {
    throw new ConfigError([`DATA_DIR ${dataDir} cannot be created: ${error instanceof Error ? error.message : error}`]);
  }
};

/** One folder after the other: the `recursive` of mkdirSync never returns below /proc. */
const makeFolder = (path: string): void => {
  if (isFolder(path)) return;
  if (statSync(dirname(path), { throwIfNoEntry: false }) === undefined) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another start may just have made it.
    if (!isFolder(path)) throw error;
  }
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
