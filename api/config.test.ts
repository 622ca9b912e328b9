import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '#server/config-error';
import { getUnspecifiedAddress } from '#server/environment';
import { readConfig } from './config.ts';

const findProblems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
};

describe('the environment', () => {
  it('may be empty: a trial desk listens on this machine only, with sample data', () => {
    const config = readConfig({});
    assert.deepEqual(
      [config.port, config.host, config.deskUrl, config.dataDir, config.addsSampleData, config.databaseUrl],
      [4000, '127.0.0.1', 'http://localhost:3000', './data', true, undefined],
    );
    assert.equal(config.admin.password, undefined);
  });

  it('with PUBLIC_URL configures production: open to the network, without sample data', () => {
    const config = readConfig({ PUBLIC_URL: 'https://desk.example/', API_PUBLIC_URL: 'https://api.example/desk/' });
    assert.deepEqual(
      [config.host, config.deskUrl, config.apiPublicUrl, config.addsSampleData],
      [getUnspecifiedAddress(), 'https://desk.example', 'https://api.example/desk', false],
    );
  });

  it('treats an empty variable as unset', () => {
    assert.equal(readConfig({ API_PORT: '' }).port, 4000);
  });

  it('reports all malformed variables together, and OAuth credentials that are malformed or incomplete', () => {
    const problems = findProblems({
      PUBLIC_URL: 'http://desk.example',
      API_PUBLIC_URL: 'ftp://x',
      API_PORT: '70000',
      DATABASE_URL: 'mysql://x',
      ADMIN_EMAIL: 'nobody',
      ADMIN_PASSWORD: '😀'.repeat(9),
      SAMPLE_DATA: 'maybe',
      RATE_LIMIT_PER_MINUTE: '0',
      FILES: 's3',
      DATABASE_PROFILE: 'lax',
      ID_BLOCK: '0',
      LOG_LEVEL: 'loud',
      OAUTH_CLIENT_ID: 'alone',
    });
    const names = problems.map(problem => problem.split(' ', 1)[0]);
    assert.deepEqual(names.sort(), [
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
      'API_PORT',
      'API_PUBLIC_URL',
      'DATABASE_PROFILE',
      'DATABASE_URL',
      'FILES',
      'ID_BLOCK',
      'LOG_LEVEL',
      'PUBLIC_URL',
      'RATE_LIMIT_PER_MINUTE',
      'SAMPLE_DATA',
    ]);
    assert.deepEqual(findProblems({ OAUTH_CLIENT_ID: 'desk', OAUTH_CLIENT_SECRET: 'secret ü' }), [
      'OAUTH_CLIENT_SECRET must contain only printable ASCII characters',
    ]);
    assert.deepEqual(findProblems({ OAUTH_CLIENT_ID: 'alone' }), [
      'OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET go together: set both or neither',
    ]);
  });
});
