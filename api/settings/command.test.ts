import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runDeskInProcess } from '../testing/run-desk.ts';

describe('desk settings', () => {
  let dataDir = '';
  const run = (...args: string[]) => runDeskInProcess(dataDir, ['settings', ...args]);
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-settings-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  it('get shows all settings with their defaults, or one value', async () => {
    const { stdout } = await run('get');
    assert.match(stdout, /^NAME +VALUE +DEFAULT\ndesk_name +Stardesk +Stardesk\ndefault_mailbox_id +none +none\n/);
    assert.match(stdout, /\nlimits\.max_file_bytes +25 MB +25 MB\n/);
    assert.match(stdout, /\nlimits\.storage_bytes +none +none\nretention\.raw_mail_days +90 +90\n/);
    assert.equal((await run('get', 'retention.raw_mail_days')).stdout, '90\n');
    assert.equal((await run('get', 'limits.max_file_bytes', '--json')).stdout, '26214400\n');
  });

  it('set stores sizes with and without a unit, numbers, booleans, and the value none', async () => {
    for (const [words, expected] of [
      [['limits.storage_bytes', '2.5GB'], 'limits.storage_bytes is 2.5 GB.\n'],
      [['limits.storage_bytes', '10', 'GB'], 'limits.storage_bytes is 10 GB.\n'],
      [['limits.max_file_bytes', '20000000'], 'limits.max_file_bytes is 20000000 bytes.\n'],
      [['retention.raw_mail_days', '30'], 'retention.raw_mail_days is 30.\n'],
      [['password_sign_in', 'false'], 'password_sign_in is false.\n'],
    ] as const)
      assert.equal((await run('set', ...words)).stdout, expected);
    const stored = JSON.parse((await run('get', '--json')).stdout);
    assert.partialDeepStrictEqual(stored, {
      password_sign_in: false,
      limits: { storage_bytes: 10_737_418_240, max_file_bytes: 20_000_000 },
      retention: { raw_mail_days: 30 },
    });
    assert.equal((await run('set', 'limits.storage_bytes', 'none')).stdout, 'limits.storage_bytes is none.\n');
    assert.equal((await run('get', 'limits.storage_bytes')).stdout, 'none\n');
  });

  it('set stores a text of several words, a boolean, and a mailbox', async () => {
    const add = ['mailboxes', 'add', 'settings@desk.example', '--name', 'Support', '--json'];
    const { id } = JSON.parse((await runDeskInProcess(dataDir, add)).stdout);
    for (const [words, expected] of [
      [['desk_name', 'Tallywright', 'Support'], 'desk_name is Tallywright Support.\n'],
      [['outbound_paused', 'true'], 'outbound_paused is true.\n'],
      [['default_mailbox_id', id], `default_mailbox_id is ${id}.\n`],
    ] as const)
      assert.equal((await run('set', ...words)).stdout, expected);
    const stored = JSON.parse((await run('get', '--json')).stdout);
    const expected = { desk_name: 'Tallywright Support', outbound_paused: true, default_mailbox_id: id };
    assert.partialDeepStrictEqual(stored, expected);
  });

  it('set stores an enum value', async () => {
    assert.equal((await run('set', 'second_factor', 'admins')).stdout, 'second_factor is admins.\n');
    assert.equal((await run('get', 'second_factor', '--json')).stdout, '"admins"\n');
    assert.match((await run('get')).stdout, /\nsecond_factor +admins +off\n/);
  });

  it('explains an unknown setting or an invalid value, and stores nothing', async () => {
    const stored = await run('get');
    for (const [words, expected] of [
      [['limits.files', '1'], /^limits\.files is not a setting\. The settings are desk_name, default_mailbox_id, /],
      [['limits.max_file_bytes', '25', 'XB'], /must be a size such as 25MB, or a number of bytes, not "25 XB"\.\n$/],
      [['limits.max_file_bytes', '1KB'], /^limits\.max_file_bytes is less than 1 MB\n$/],
      [['limits.max_file_bytes', 'none'], /^limits\.max_file_bytes may not be null\n$/],
      [['limits.max_message_bytes', '2MB'], /^limits\.max_file_bytes is more than max_message_bytes, 2 MB\n$/],
      [['outbound_paused', 'yes'], /^outbound_paused must be true or false, not "yes"\.\n$/],
      [['password_sign_in', 'off'], /^password_sign_in must be true or false, not "off"\.\n$/],
      [['default_mailbox_id', '999'], /^default_mailbox_id must be the id of a mailbox\n$/],
      [['desk_name', 'none'], /^desk_name may not be null\n$/],
      [['second_factor', 'none'], /^second_factor may not be null\n$/],
      [['retention.raw_mail_days', '1.5'], /must be a whole number, not "1\.5"\.\n$/],
    ] as const) {
      const { status, stderr } = await run('set', ...words);
      assert.equal(status, 1, words.join(' '));
      assert.match(stderr, expected);
    }
    assert.equal((await run('get')).stdout, stored.stdout);
    assert.match((await run('set', '--help')).stdout, /retention\.unattached_file_days/);
  });
});
