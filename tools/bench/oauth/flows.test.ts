import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect } from './connection.ts';
import { refresh, runCodeFlow } from './flows.ts';
import { startOAuthServers } from './servers.ts';

describe('the OAuth benchmark', () => {
  it('completes the same flows at the desk and at bare oidc-provider', async t => {
    const { desk, baseline, programs, stop } = await startOAuthServers();
    t.after(stop);
    for (const { url } of [desk, baseline]) {
      for (const program of programs) {
        const connection = connect(url);
        await runCodeFlow(connection, program);
        const token = await runCodeFlow(connection, program);
        await refresh(connection, program, token);
        await assert.rejects(refresh(connection, program, `${token}x`), /400/);
        await connection.close();
      }
    }
  });
});
