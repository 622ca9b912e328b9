import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Writes } from '../../database/database.ts';
import { openDatabase } from '../../database/open.ts';
import { runRounds } from './rounds.ts';
import { type KillStore, openKillStore } from './store.ts';

/** What was answered for certain, and what a run says of it that is not so any more. */
type Fault = {
  /** Whether there is any yet. */
  isThere(writes: Writes): Promise<boolean>;
  plant(writes: Writes): Promise<unknown>;
  said: RegExp;
};

/** Each who writes to the one ticket has one message under way at the most, and each account one refresh. */
const [contenders, accountHolders] = [4, 2];

const usedTokens = (writes: Writes) =>
  writes
    .selectFrom('oauth_records')
    .select('id_hash')
    .where('model', '=', 'RefreshToken')
    .where('consumed_at', 'is not', null);

const sharedMessages = (writes: Writes) =>
  writes
    .selectFrom('messages')
    .select('n')
    .where('ticket_n', 'in', writes.selectFrom('tickets').select('n').where('id', 'like', 't%xm'));

const faults: Record<string, Fault> = {
  'messages that are gone': {
    isThere: async writes => (await sharedMessages(writes).execute()).length > contenders,
    plant: writes => writes.deleteFrom('messages').where('n', 'in', sharedMessages(writes)).execute(),
    said: /\/v1\/tickets\/t\w+xm: the message \w+ was answered, and is not there/,
  },
  'a version that is taken back': {
    isThere: async () => true,
    plant: writes =>
      writes
        .updateTable('tickets')
        .set(({ eb }) => ({ version: eb('version', '-', 1) }))
        .where('id', 'like', 'c%xt')
        .execute(),
    said: /\/v1\/tickets\/c\w+xt is \{"version":/,
  },
  'a used refresh token that is good again': {
    isThere: async writes => (await usedTokens(writes).execute()).length > accountHolders,
    plant: writes =>
      writes.updateTable('oauth_records').set({ consumed_at: null }).where('model', '=', 'RefreshToken').execute(),
    said: /refresh token \d+ is active, though it was used/,
  },
};

/** All of them at once, as soon as there is something for each; whether there was. */
const plantAll = async ({ environment }: KillStore): Promise<boolean> => {
  const database = openDatabase({ dataDir: environment['DATA_DIR'] ?? '' });
  try {
    return await database.transaction(async writes => {
      for (const { isThere } of Object.values(faults)) if (!(await isThere(writes))) return false;
      for (const { plant } of Object.values(faults)) await plant(writes);
      return true;
    });
  } finally {
    await database.close();
  }
};

describe('a run of kills', () => {
  let store: KillStore;
  before(async () => {
    store = await openKillStore('sqlite');
  });
  after(() => store.remove());

  it(`finds, by name, ${Object.keys(faults).join(', ')}`, async () => {
    let isPlanted = false;
    const onStruck = async () => {
      isPlanted ||= await plantAll(store);
    };
    const run = runRounds(store, { rounds: 20, seed: 1, mostAnswers: 60, strikes: ['the api'], onStruck });
    const { cause } = await run.then(
      () => assert.fail('it found nothing'),
      (error: Error) => error,
    );
    assert.ok(isPlanted && cause instanceof Error, String(cause));
    for (const { said } of Object.values(faults)) assert.match(cause.message, said);
  });

  it('in which no write was answered is not taken for a good one', async () => {
    // Another seed: things are named by it, and the store has those of the first.
    await assert.rejects(runRounds(store, { rounds: 0, seed: 2, strikes: [] }), /no write was answered/);
  });
});
