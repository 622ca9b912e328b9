import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createFileOnce, generateSecrets } from './secrets.mjs';

/** @type {string} */
let folder;
const useFolder = () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stardesk-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
};

describe('generateSecrets', () => {
  useFolder();

  it('creates a private folder with only the bff’s client', () => {
    const dataDir = join(folder, 'a/data');
    generateSecrets(dataDir, {});
    assert.deepEqual(readdirSync(dataDir), ['bff-client.json']);
    assert.match(read(dataDir, 'bff-client.json').client_secret, /^[0-9a-f]{64}$/);
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    assert.equal(statSync(join(dataDir, 'bff-client.json')).mode & 0o777, 0o600);
  });

  it('leaves existing secrets unchanged', () => {
    generateSecrets(folder, {});
    const before = readFileSync(join(folder, 'bff-client.json'), 'utf8');
    generateSecrets(folder, {});
    assert.equal(readFileSync(join(folder, 'bff-client.json'), 'utf8'), before);
  });

  it('generates no secrets that variables set', () => {
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
});

describe('createFileOnce', () => {
  useFolder();

  it('lets the first of two concurrent starts win and leaves no temporary file', () => {
    const path = join(folder, 'secret.json');
    createFileOnce(path, () => {
      // The other start writes the file while this one is still generating its content.
      createFileOnce(path, () => 'other');
      return 'own';
    });
    assert.equal(read(folder, 'secret.json'), 'other');
    assert.deepEqual(readdirSync(folder), ['secret.json']);
  });
});

/** @param {string} directory @param {string} name */
function read(directory, name) {
  return JSON.parse(readFileSync(join(directory, name), 'utf8'));
}
