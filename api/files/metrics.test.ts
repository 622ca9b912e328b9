import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { Registry } from 'prom-client';
import { defaultSettings } from '#contract/default-settings';
import { commandActor } from '../database/audit-log.ts';
import { readStoredBytes } from '../database/stored-bytes.ts';
import { createLog } from '../log.ts';
import { findSettings, updateSettingsRow } from '../settings/store.ts';
import { forEachEngine } from '../testing/engines.ts';
import { collectFiles } from './collect-files.ts';
import { openFiles } from './files.ts';
import { observeFiles, warnWhenNearlyFull } from './metrics.ts';
import { moveFiles } from './move-files.ts';

const day = 86_400_000;

forEachEngine((database, openAgain, environment) => {
  it('stardesk_files_bytes counts equal files once, on disk or in the database, and is omitted while the database is unavailable', async () => {
    const files = openFiles(database(), { dataDir: environment().DATA_DIR });
    const registry = new Registry();
    observeFiles(registry, database().read);
    const read = async (from = registry) => /^stardesk_files_bytes (\d+)$/m.exec(await from.metrics())?.[1];
    const put = (size: number, usedAt: number) =>
      files.put(Readable.from([Buffer.alloc(size, size)]), { maxBytes: 3_000_000 }, file =>
        database().transaction(writes => file.store(writes, usedAt)),
      );
    assert.equal(await read(), '0');
    await put(1_500_000, day);
    await put(700, 10 * day);
    await put(700, 10 * day);
    assert.equal(await read(), '1500700');
    const to = files.driver === 'disk' ? 'database' : 'disk';
    await moveFiles(database(), files, { to, onProgress() {} });
    assert.equal(await read(), '1500700');
    const { signal } = new AbortController();
    await collectFiles({ database: database(), files, now: 5 * day, signal });
    assert.equal(await read(), '700');
    const other = openAgain();
    const unavailable = new Registry();
    observeFiles(unavailable, other.read);
    assert.equal(await read(unavailable), '700');
    await other.close();
    assert.equal(await read(unavailable), undefined);
  });

  it('stardesk_files_limit_bytes shows the storage limit, and the log warns once when usage reaches 80%', async () => {
    const files = openFiles(database(), { dataDir: environment().DATA_DIR });
    const registry = new Registry();
    observeFiles(registry, database().read);
    const read = async () => /^stardesk_files_limit_bytes (\d+)$/m.exec(await registry.metrics())?.[1];
    const logged: string[] = [];
    const log = createLog('warn', { destination: { write: line => void logged.push(line) } });
    warnWhenNearlyFull(database(), log);
    const used = await readStoredBytes(database().read);
    const setLimit = (limit: number | null) =>
      database().transaction(async writes => {
        const limits = { ...defaultSettings.limits, storage_bytes: limit };
        await updateSettingsRow(writes, await findSettings(writes), { ...defaultSettings, limits }, commandActor(day));
      });
    const put = (content: string) =>
      files.put(Readable.from([Buffer.alloc(200_000, content)]), { maxBytes: 3_000_000 }, file =>
        database().transaction(writes => file.store(writes, day)),
      );
    assert.equal(await read(), undefined);
    await setLimit(used + 3_000_000);
    assert.equal(await read(), String(used + 3_000_000));
    await put('below');
    assert.deepEqual(logged, []);
    await setLimit(used + 500_000);
    for (const content of ['to 80%', 'above 80%', 'above 100%']) await put(content);
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? '', /80% of the storage limit/);
    await setLimit(used + 400_000);
    assert.equal(logged.length, 1);
    await setLimit(null);
    assert.equal(await read(), undefined);
    await setLimit(used + 400_000);
    assert.equal(logged.length, 2);
  });
});
