import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { authorize, exchange, refresh, signIn } from './testing/code-flow.ts';
import { addBffClient, addPerson, startServer, type TestPerson, type TestServer } from './testing/server.ts';

forEachEngine(database => {
  let server: TestServer;
  let person: TestPerson;
  let client: Awaited<ReturnType<typeof addBffClient>>;
  before(async () => {
    server = await startServer(database());
    person = await addPerson(database(), 'mara@desk.example');
    client = await addBffClient(database());
  });
  after(() => server.close());

  it('smoke', async () => {
    const flow = { server, client, person };
    const back = await authorize(flow);
    console.log(back.back.href);
    const tokens = await exchange(flow, back);
    console.log(tokens.text, tokens.headers);
    const again = await refresh(flow, tokens.body.refresh_token);
    console.log(again.text);
    console.log(await server.oauth.findPrincipal(again.body.access_token), server.logged);
    assert.equal(again.status, 200);
  });
});
