import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { forEachEngine } from '../../testing/engines.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl } from '../testing/code-flow.ts';
import { addBffClient, startOAuthServer, type TestServer } from '../testing/oauth-server.ts';

forEachEngine(database => {
  let server: TestServer;
  before(async () => {
    server = await startOAuthServer(database(), { limits: { perMinute: 100, ipPerMinute: 60 } });
  });
  after(() => server.close());

  const countSteps = async () => {
    const steps = database().read.selectFrom('oauth_records').select('uid').where('model', '=', 'Interaction');
    return (await steps.execute()).length;
  };

  it('429 with a page and Retry-After for sign-ins above a tenth of the API’s limit', async () => {
    const open = (url: string | URL) => createFormBrowser().open(url);
    const url = authorizationUrl({ server, client: await addBffClient(database()) }, 'x'.repeat(43));
    for (let n = 0; n < 11; n++) {
      assert.equal((await open(`${server.url}/oauth/authorize?client_id=nobody`)).status, 400);
    }
    for (let n = 0; n < 10; n++) assert.equal((await open(url)).status, 303);
    assert.equal(await countSteps(), 10);
    for (let n = 0; n < 3; n++) {
      const { status, headers, text } = await open(url);
      assert.equal(status, 429);
      assert.ok(Number(headers.get('retry-after')) <= 60);
      assert.match(text, /<h1>Too many sign-ins/);
    }
    assert.equal(await countSteps(), 10);
  });
});
