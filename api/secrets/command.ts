import { Command } from 'commander';
import { CommandError, type OpenDatabase, printResult, withDatabase } from '../command-line.ts';
import { commandActor, recordAudit } from '../database/audit-log.ts';
import type { Database } from '../database/database.ts';
import { createSecretKey, type SecretKey, type SecretKeys } from './secret-keys.ts';
import { readSealingKeyId, requireSecretKeys, resealAll } from './secrets.ts';

/** `desk secrets …`: manages the keys that seal secrets in the store. */
export const secretsCommand = (open: OpenDatabase, readKeys: () => SecretKeys): Command => {
  const command = new Command('secrets').description(
    'manage the keys that seal secrets in the store: passwords, tokens and hook keys of mailboxes, seeds of authenticator apps, client secrets of identity providers',
  );
  command
    .command('rotate')
    .description('seal every secret with a new key; the old key is removed, and servers continue to run')
    .option('--json', 'print JSON')
    .addHelpText('after', `\nIf SECRET_KEYS is set:\n${environmentSteps}`)
    .action(async (_options: unknown, command: Command) => {
      const secrets = await withDatabase(open, database => rotate(database, readKeys()));
      printResult(command, { secrets }, [`Sealed ${secrets} ${secrets === 1 ? 'secret' : 'secrets'} with a new key.`]);
    });
  return command;
};

const environmentSteps = `1. Put a new key ("openssl rand -hex 32") and a comma before the old key, and restart each API process.
2. Run this command.
3. Remove the old key.`;

/** Seals all secrets with a new key, or completes an interrupted rotation. Returns the number of secrets. */
const rotate = async (database: Database, keys: SecretKeys): Promise<number> => {
  await requireSecretKeys(database.read, keys);
  const sealingId = await readSealingKeyId(database.read);
  if (sealingId === null) throw new CommandError('This desk has no secrets yet, so there is nothing to rotate.');
  const newest = await ensureNewKey(keys, sealingId);
  const count = await database.transaction(async writes => {
    const resealed = await resealAll(writes, keys, newest);
    const fields = { before: { key: sealingId }, after: { key: newest.id } };
    await recordAudit(writes, commandActor(Date.now()), { action: 'secrets.rotated', targetId: null, ...fields });
    return resealed;
  });
  await keys.replace?.([newest]);
  return count;
};

/** Returns the newest key. Adds a new key first if the newest key is already in use. */
const ensureNewKey = async (keys: SecretKeys, sealingId: string): Promise<SecretKey> => {
  const currentKeys = keys.read();
  const [newest] = currentKeys;
  if (newest !== undefined && newest.id !== sealingId) return newest;
  if (keys.replace === null) throw new CommandError(`SECRET_KEYS needs a new first key:\n${environmentSteps}`);
  const added = createSecretKey();
  await keys.replace([added, ...currentKeys]);
  return added;
};
