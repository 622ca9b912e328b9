import { Command } from 'commander';
import { type OpenDatabase, say, withDatabase } from '../command-line.ts';
import { rotateKeys } from './keys.ts';

/** `desk keys …`: the keys that sign ID tokens and the cookies of the sign-in. */
export const keysCommand = (open: OpenDatabase): Command => {
  const keys = new Command('keys').description('the keys that sign ID tokens and sign-in cookies');

  keys
    .command('rotate')
    .description('make new keys; what the old ones signed stays good')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const { kid } = await withDatabase(open, store => rotateKeys(store, Date.now()));
      say(command, { kid }, [`The new key ${kid} is taken up by running servers within minutes.`]);
    });

  return keys;
};
