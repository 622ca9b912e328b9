import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createFileOnce, generateSecrets } from './secrets.mjs';

describe('generateSecrets', () => {
  /** @type {string} */
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stardesk-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param {string} path */
  const read = path => JSON.parse(readFileSync(path, 'utf8'));

  it('creates a private folder with only the bff’s client, once', () => {
    const dataDir = join(folder, 'a/data');
    const file = join(dataDir, 'bff-client.json');
    generateSecrets(dataDir, {});
    const first = read(file);
    generateSecrets(dataDir, {});
    assert.deepEqual(read(file), first);
    assert.match(first.client_secret, /^[0-9a-f]{64}$/);
    assert.deepEqual(readdirSync(dataDir), ['bff-client.json']);
    assert.deepEqual([statSync(dataDir).mode & 0o777, statSync(file).mode & 0o777], [0o700, 0o600]);
  });

  it('generates no secret that the environment sets', () => {
    generateSecrets(folder, { OAUTH_CLIENT_ID: 'desk', OAUTH_CLIENT_SECRET: 'secret' });
    assert.deepEqual(readdirSync(folder), []);
  });

  it('rejects a DATA_DIR that is not writable', () => {
    writeFileSync(join(folder, 'file'), '');
    assert.throws(
      () => generateSecrets(join(folder, 'file/data'), {}),
      /^LaunchError: DATA_DIR is .*file\/data, which is not a writable folder/,
    );
  });

  it('lets the first of two concurrent starts win and leaves no temporary file', () => {
    const path = join(folder, 'secret.json');
    createFileOnce(path, () => {
      // The other start writes the file while this start is still generating its content.
      createFileOnce(path, () => 'other');
      return 'own';
    });
    assert.equal(read(path), 'other');
    assert.deepEqual(readdirSync(folder), ['secret.json']);
  });
});
