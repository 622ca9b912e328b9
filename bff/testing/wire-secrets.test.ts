import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { listenDuringTest } from '#server/testing/listen';
import { createSeal } from '../sessions/seal.ts';
import { createFixedKeys } from '../sessions/session-keys.ts';
import { firstKey } from './desk.ts';
import { watchBffSecrets } from './wire-secrets.ts';

const sealed = (value: unknown, purpose: string) => createSeal(createFixedKeys([firstKey]), purpose).seal(value);

describe('secrets exchanged with a bff', () => {
  it('are found in queries, cookies and sealed values of requests and responses', async t => {
    const session = await sealed({ access_token: 'the-access-token', refresh_token: 'the-refresh-token' }, 'session');
    const wrapped = Buffer.from(JSON.stringify({ jwe: session })).toString('base64');
    const started = { state: 'the-sealed-state', verifier: 'the-verifier', return_to: '/tickets' };
    const transaction = await sealed(started, 'transaction');
    const server = createServer((_req, res) => {
      res.setHeader('Set-Cookie', [`session=${wrapped}; path=/`]);
      res.setHeader('Location', 'https://api.example/oauth/authorize?state=state-in-location&client_id=public');
      res.end();
    });
    const secrets = { client: { id: 'web', secret: 'the-client-secret' }, sessionKeys: createFixedKeys([firstKey]) };
    const watched = watchBffSecrets(server, secrets);
    const url = await listenDuringTest(t, server);
    await fetch(`${url}/auth?code=the-code%2F1&state=the-state`, { headers: { cookie: `tx=${transaction}` } });
    watched.record(['a-recorded-secret']);

    const found = [
      ...['the-code/1', 'the-code%2F1', 'the-state', 'state-in-location', transaction, wrapped],
      ...['the-sealed-state', 'the-verifier', 'the-access-token', 'the-refresh-token'],
      ...['the-client-secret', btoa('web:the-client-secret'), firstKey, 'a-recorded-secret'],
    ];
    for (const secret of found) {
      const log = `{"msg":"first"}\n${JSON.stringify({ msg: `before ${secret} after` })}\n`;
      await assert.rejects(watched.expectNoneIn(log), /a secret was logged/, secret);
    }
    await watched.expectNoneIn('{"path":"/tickets","client_id":"public"}\n');
  });
});
