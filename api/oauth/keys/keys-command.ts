import { Command } from 'commander';
import { formatTable, type OpenDatabase, printResult, withDatabase } from '../../command-line.ts';
import { isoTime } from '../../database/column-encoding.ts';
import { type ListedKey, listKeys, rotateKeys } from './keys.ts';

/** `desk keys …`: lists and rotates the keys that sign ID tokens and sign-in cookies. */
export const keysCommand = (open: OpenDatabase): Command => {
  const keys = new Command('keys').description('list and rotate the keys that sign ID tokens and sign-in cookies');

  keys
    .command('list')
    .description('list all keys with their state: published, signing or verifying only')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const listedKeys = await withDatabase(open, ({ read }) => listKeys(read, Date.now()));
      const keyRows = listedKeys.map(({ kid, signs, createdAt, state, since }) => ({
        kid,
        signs,
        created_at: isoTime(createdAt),
        state,
        since: isoTime(since),
      }));
      printResult(
        command,
        keyRows,
        keyRows.length === 0 ? [noKeys] : formatTable(['KID', 'SIGNS', 'CREATED', 'STATE'], listedKeys.map(toTableRow)),
      );
    });

  keys
    .command('rotate')
    .description(
      'create new keys; servers sign with the new keys once every server has loaded them; existing signatures stay valid',
    )
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const { kid } = await withDatabase(open, store => rotateKeys(store, Date.now()));
      printResult(command, { kid }, [`Running servers start to use the new key ${kid} within minutes.`]);
    });

  return keys;
};

const noKeys = 'No keys yet: the server creates them at its first start.';

const toTableRow = ({ kid, signs, createdAt, state, since }: ListedKey): string[] => [
  kid,
  signs === 'cookies' ? 'cookies' : 'ID tokens',
  isoTime(createdAt),
  `${stateLabels[state]} since ${isoTime(since)}`,
];

const stateLabels: Record<ListedKey['state'], string> = {
  published: 'published',
  signing: 'signing',
  verifying: 'verifying only',
};
