import { Command } from 'commander';
import { type OpenDatabase, say, table, withDatabase } from '../../command-line.ts';
import { isoTime } from '../../database/values.ts';
import { listKeys, rotateKeys, type ShownKey } from './keys.ts';

/** `desk keys …`: the keys that sign ID tokens and the cookies of the sign-in. */
export const keysCommand = (open: OpenDatabase): Command => {
  const keys = new Command('keys').description('the keys that sign ID tokens and sign-in cookies');

  keys
    .command('list')
    .description('show which keys there are and what each does: published, signing, or verifying what it signed')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const all = await withDatabase(open, ({ read }) => listKeys(read, Date.now()));
      const shown = all.map(({ kid, signs, createdAt, state, since }) => ({
        kid,
        signs,
        created_at: isoTime(createdAt),
        state,
        since: isoTime(since),
      }));
      say(command, shown, shown.length === 0 ? [noneYet] : table(['KID', 'SIGNS', 'MADE', 'STATE'], all.map(columns)));
    });

  keys
    .command('rotate')
    .description('make new keys; they sign once every server knows them, and what the old ones signed stays good')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const { kid } = await withDatabase(open, store => rotateKeys(store, Date.now()));
      say(command, { kid }, [`The new key ${kid} is taken up by running servers within minutes.`]);
    });

  return keys;
};

const noneYet = 'There are none yet: the server makes them at its first start.';

const columns = ({ kid, signs, createdAt, state, since }: ShownKey): string[] => [
  kid,
  signs === 'cookies' ? 'cookies' : 'ID tokens',
  isoTime(createdAt),
  `${words[state]} since ${isoTime(since)}`,
];

const words: Record<ShownKey['state'], string> = {
  published: 'published',
  signing: 'signing',
  verifying: 'verifying only',
};
