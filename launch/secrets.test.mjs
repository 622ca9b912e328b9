import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createOnce, generateSecrets } from './secrets.mjs';

/** @type {string} */
let folder;
const haveFolder = () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stardesk-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
};

describe('generateSecrets', () => {
  haveFolder();

  it('makes a private folder with the bff’s client, and nothing else', () => {
    const dataDir = join(folder, 'a/data');
    generateSecrets(dataDir, {});
    assert.deepEqual(readdirSync(dataDir), ['bff-client.json']);
    assert.match(read(dataDir, 'bff-client.json').client_secret, /^[0-9a-f]{64}$/);
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    assert.equal(statSync(join(dataDir, 'bff-client.json')).mode & 0o777, 0o600);
  });

  it('keeps what an earlier start made', () => {
    generateSecrets(folder, {});
    const before = readFileSync(join(folder, 'bff-client.json'), 'utf8');
    generateSecrets(folder, {});
    assert.equal(readFileSync(join(folder, 'bff-client.json'), 'utf8'), before);
  });

  it('makes nothing that a variable gives', () => {
    generateSecrets(folder, { OAUTH_CLIENT_ID: 'desk', OAUTH_CLIENT_SECRET: 'secret' });
    assert.deepEqual(readdirSync(folder), []);
  });

  it('names DATA_DIR when it cannot be written', () => {
    writeFileSync(join(folder, 'file'), '');
    assert.throws(
      () => generateSecrets(join(folder, 'file/data'), {}),
      /^Refusal: DATA_DIR is .*file\/data, which is no folder that can be written/,
    );
  });
});

describe('createOnce', () => {
  haveFolder();

  it('lets the first of two starts at once win, and leaves no draft', () => {
    const path = join(folder, 'secret.json');
    createOnce(path, () => {
      // The other start writes the file while this one is still making its content.
      createOnce(path, () => 'other');
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
