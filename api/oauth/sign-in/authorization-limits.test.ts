import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachEngine } from '../../testing/engines.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { authorizationUrl } from '../testing/code-flow.ts';
import { addBffClient, startOAuthServer, type TestServer } from '../testing/oauth-server.ts';

forEachEngine((database, openAgain) => {
  let server: TestServer;
  let address: string;
  before(async () => {
    server = await startOAuthServer(database(), { limits: { perMinute: 100, ipPerMinute: 60 } });
    address = authorizationUrl({ server, client: await addBffClient(database()) }, 'x'.repeat(43)).href;
  });
  after(() => server.close());

  const countSteps = async () => {
    const steps = database().read.selectFrom('oauth_records').select('uid').where('model', '=', 'Interaction');
    return (await steps.execute()).length;
  };

  describe('GET /oauth/authorize under load', () => {
    it('429 shows a page with Retry-After after a tenth of the API’s limit and stores nothing', async () => {
      for (let n = 0; n < 10; n++) assert.equal((await createFormBrowser().open(address)).status, 303);
      assert.equal(await countSteps(), 10);
      for (let n = 0; n < 3; n++) {
        const { status, headers, text } = await createFormBrowser().open(address);
        assert.equal(status, 429);
        assert.ok(Number(headers.get('retry-after')) <= 60);
        assert.match(text, /<h1>Too many sign-ins/);
      }
      assert.equal(await countSteps(), 10);
    });

    it('400 does not count requests that start no sign-in', async () => {
      const another = openAgain();
      const fresh = await startOAuthServer(another, { limits: { perMinute: 1000, ipPerMinute: 60 } });
      for (let n = 0; n < 105; n++) {
        assert.equal((await fetch(`${fresh.url}/oauth/authorize?client_id=nobody`)).status, 400);
      }
      await fresh.close();
      await another.close();
    });
  });
});
