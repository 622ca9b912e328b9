import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { WriteTransaction } from '../../api/database/database.ts';
import { openDatabase } from '../../api/database/open-database.ts';
import { type KillStore, openKillStore } from './kill-store.ts';
import { runRounds } from './rounds.ts';

/** A fault that destroys acknowledged data, and the expected report. */
type Fault = {
  /** True once the store certainly has acknowledged data that the fault can destroy. */
  isPossible(writes: WriteTransaction): Promise<boolean>;
  inject(writes: WriteTransaction): Promise<unknown>;
  report: RegExp;
};

/**
 * Each shared writer has at most one message in progress. Each account workload has at most one refresh in progress.
 */
const [sharedWriters, accountWorkloads] = [4, 2];

const usedTokens = (writes: WriteTransaction) =>
  writes
    .selectFrom('oauth_records')
    .select('id_hash')
    .where('model', '=', 'RefreshToken')
    .where('consumed_at', 'is not', null);

const sharedMessages = (writes: WriteTransaction) =>
  writes
    .selectFrom('messages')
    .select('n')
    .where('ticket_n', 'in', writes.selectFrom('tickets').select('n').where('id', 'like', 't%xm'));

const faults: Record<string, Fault> = {
  'lost messages': {
    isPossible: async writes => (await sharedMessages(writes).execute()).length > sharedWriters,
    inject: writes => writes.deleteFrom('messages').where('n', 'in', sharedMessages(writes)).execute(),
    report: /\/v1\/tickets\/t\w+xm: the message \w+ was acknowledged but is missing/,
  },
  'a decreased version': {
    isPossible: async () => true,
    inject: writes =>
      writes
        .updateTable('tickets')
        .set(({ eb }) => ({ version: eb('version', '-', 1) }))
        .where('id', 'like', 'c%xt')
        .execute(),
    report: /\/v1\/tickets\/c\w+xt is \{"version":/,
  },
  'a reactivated refresh token': {
    isPossible: async writes => (await usedTokens(writes).execute()).length > accountWorkloads,
    inject: writes =>
      writes.updateTable('oauth_records').set({ consumed_at: null }).where('model', '=', 'RefreshToken').execute(),
    report: /refresh token \d+ is active although it was used/,
  },
};

/** Injects all faults if each is possible. Returns whether it injected them. */
const injectAll = async ({ environment }: KillStore): Promise<boolean> => {
  const database = openDatabase({ dataDir: environment['DATA_DIR'] ?? '' });
  try {
    return await database.transaction(async writes => {
      for (const { isPossible } of Object.values(faults)) if (!(await isPossible(writes))) return false;
      for (const { inject } of Object.values(faults)) await inject(writes);
      return true;
    });
  } finally {
    await database.close();
  }
};

describe('a kill run', () => {
  let store: KillStore;
  before(async () => {
    store = await openKillStore('sqlite');
  });
  after(() => store.remove());

  it(`reports ${Object.keys(faults).join(', ')}`, async () => {
    let isInjected = false;
    const onKilled = async () => {
      isInjected ||= await injectAll(store);
    };
    const run = runRounds(store, { rounds: 20, seed: 1, maxResponses: 60, targets: ['the API'], onKilled });
    const { cause } = await run.then(
      () => assert.fail('the run found nothing'),
      (error: Error) => error,
    );
    assert.ok(isInjected && cause instanceof Error, String(cause));
    for (const { report } of Object.values(faults)) assert.match(cause.message, report);
  });

  it('fails when no write was acknowledged', async () => {
    // Uses another seed, because resource names depend on the seed.
    await assert.rejects(runRounds(store, { rounds: 0, seed: 2, targets: [] }), /no write was acknowledged/);
  });
});
