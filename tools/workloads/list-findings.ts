import { checks } from '../../api/check/checks.ts';
import { createByteChecks } from '../../api/check/files.ts';
import { runChecks } from '../../api/check/run-checks.ts';
import { openDatabase } from '../../api/database/open-database.ts';
import { openFiles } from '../../api/files/files.ts';

/** Returns the findings of `desk check --files`. Opens the store for the checks only. */
export const listFindings = async (options: Parameters<typeof openDatabase>[0]): Promise<string[]> => {
  const database = openDatabase(options);
  try {
    const byteChecks = createByteChecks(openFiles(database, options), { all: true });
    return (await runChecks(database, [...checks, ...byteChecks])).findings.map(({ sentence }) => sentence);
  } finally {
    await database.close();
  }
};
