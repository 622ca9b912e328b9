import { mkdirSync } from 'node:fs';
import { ConfigError } from './config.ts';

/** Makes the data directory where it is missing, for its owner alone. @throws ConfigError */
export const createDataDir = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError([`DATA_DIR ${dataDir} cannot be created: ${error instanceof Error ? error.message : error}`]);
  }
};
