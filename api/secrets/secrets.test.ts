import assert from 'node:assert/strict';
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { createSecretKey, createSecretKeys } from './secret-keys.ts';
import { createSecrets, requireSecretKeys, resealAll, UnknownKeyError } from './secrets.ts';

const toHex = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString('hex');
const fixed = (...keys: { bytes: Uint8Array }[]) => createSecretKeys({ secretKeys: keys.map(toHex), dataDir: '' });

forEachEngine(database => {
  describe('a sealed secret', () => {
    const [older, newer] = [createSecretKey(), createSecretKey()];
    const secrets = createSecrets(fixed(older));
    const write = (name: string, secret: string) =>
      database().transaction(writes => secrets.write(writes, name, secret));
    const read = (name: string, from = secrets) => from.read(database().read, name);

    before(() => write('a', 'first'));

    it('is read under its name, replaced and removed', async () => {
      await write('b', 'one');
      await write('b', 'two');
      assert.deepEqual([await read('a'), await read('b'), await read('c')], ['first', 'two', null]);
      await database().transaction(writes => secrets.remove(writes, 'b'));
      assert.equal(await read('b'), null);
    });

    it('does not open under a different name, or after a change in the store', async () => {
      const { value } = await database()
        .read.selectFrom('sealed_secrets')
        .select('value')
        .where('name', '=', 'a')
        .executeTakeFirstOrThrow();
      for (const [name, stored] of [
        ['moved', value],
        ['changed', value.replace(/\.[^.]{4}/, '.AAAA').replace(/.$/, last => (last === 'A' ? 'B' : 'A'))],
      ] as const) {
        await database().transaction(writes =>
          writes.insertInto('sealed_secrets').values({ name, value: stored }).execute(),
        );
        await assert.rejects(read(name), /^Error: The secret \w+ was changed in the store\.$/);
        await database().transaction(writes => secrets.remove(writes, name));
      }
    });

    it('gets a random value only once', async () => {
      const ensure = () => database().transaction(writes => secrets.ensureRandom(writes, 'random'));
      await ensure();
      const value = await read('random');
      assert.match(value ?? '', /^[0-9a-f]{64}$/);
      await ensure();
      assert.equal(await read('random'), value);
    });

    it('opens only with its key; the error about a missing key names SECRET_KEYS', async () => {
      const other = createSecrets(fixed(newer));
      await assert.rejects(read('a', other), UnknownKeyError);
      await assert.rejects(
        database().transaction(writes => other.write(writes, 'a', 'overwritten')),
        UnknownKeyError,
      );
      await assert.rejects(requireSecretKeys(database().read, fixed(newer)), /SECRET_KEYS lacks the key that sealed/);
      await requireSecretKeys(database().read, fixed(newer, older));
    });

    it('is sealed with the old key until a rotation, then with the new key only', async () => {
      const both = createSecrets(fixed(newer, older));
      await database().transaction(writes => both.write(writes, 'd', 'before'));
      assert.equal(await read('d'), 'before');
      const count = await database().transaction(writes => resealAll(writes, fixed(newer, older), newer));
      assert.equal(count, 3);
      await database().transaction(writes => both.write(writes, 'e', 'after'));
      const rotated = createSecrets(fixed(newer));
      const values = await Promise.all(['a', 'd', 'e'].map(name => read(name, rotated)));
      assert.deepEqual(values, ['first', 'before', 'after']);
      await assert.rejects(read('a'), UnknownKeyError);
    });
  });
});

describe('the key file', () => {
  let dataDir = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-keys-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  it('is created once, with mode 0600; an error names a malformed file without its content', async () => {
    const keys = createSecretKeys({ secretKeys: null, dataDir });
    assert.deepEqual(keys.read(), []);
    keys.create();
    const path = join(dataDir, 'secret-keys.json');
    const content = await readFile(path, 'utf8');
    assert.match(content, /^\{"keys":\["[0-9a-f]{64}"\]\}\n$/);
    keys.create();
    assert.deepEqual([await readFile(path, 'utf8'), await readdir(dataDir)], [content, ['secret-keys.json']]);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await writeFile(path, '{"keys":["secret"]}');
    assert.throws(() => keys.read(), {
      message: `SECRET_KEYS is not set, and ${path} is malformed: restore the file from your copy`,
    });
  });

  it('keeps its owner when root replaces it', { skip: process.getuid?.() !== 0 }, async () => {
    const keys = createSecretKeys({ secretKeys: null, dataDir });
    keys.create();
    const path = join(dataDir, 'secret-keys.json');
    await chown(path, 1234, 5678);
    await keys.replace?.([createSecretKey()]);
    const { uid, gid, mode } = await stat(path);
    assert.deepEqual([uid, gid, mode & 0o777], [1234, 5678, 0o600]);
  });
});
