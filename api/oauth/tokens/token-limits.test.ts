import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forEachEngine } from '../../testing/engines.ts';
import { obtainTokens, postAsClient, refreshTokens } from '../testing/code-flow.ts';
import { addBffClient, addClient, addPerson, startOAuthServer, type TestServer } from '../testing/oauth-server.ts';

const limits = { perMinute: 5, ipPerMinute: 3 };

forEachEngine(database => {
  let server: TestServer;
  before(async () => {
    server = await startOAuthServer(database(), { limits });
  });
  after(() => server.close());

  describe('rate limits of the token endpoint', () => {
    it('429 with Retry-After for a client over its limit, with no effect on the token or other clients', async () => {
      const person = await addPerson(database(), 'mara@desk.example');
      const client = await addClient(database());
      let { refresh_token } = await obtainTokens({ server, person, client });
      for (let n = 0; n < 4; n++) ({ refresh_token } = (await refreshTokens({ server, client }, refresh_token)).body);
      const { status, headers, body } = await refreshTokens({ server, client }, refresh_token);
      assert.deepEqual([status, body.error, body.code], [429, 'temporarily_unavailable', 42900]);
      const waitSeconds = ['retry-after', 'x-rate-limit-reset'].map(name => Number(headers.get(name)));
      assert.ok(waitSeconds.every(seconds => seconds >= 1 && seconds <= 60));
      assert.deepEqual([headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-remaining')], ['5', '0']);

      const another = await startOAuthServer(database());
      const later = await refreshTokens({ server: another, client }, refresh_token);
      assert.equal(later.status, 200, 'the rejected request has not used the token');
      await another.close();
      const bff = await addBffClient(database());
      assert.equal((await obtainTokens({ server, person, client: bff })).token_type, 'bearer');
    });

    it('429 for an IP address with too many failed authentications, but not for a client that succeeds', async () => {
      const person = await addPerson(database(), 'jonas@desk.example');
      const client = await addClient(database());
      const attempt = () => postAsClient(server, { ...client, clientSecret: 'wrong' }, { grant_type: 'refresh_token' });
      const statuses: number[] = [];
      for (let n = 0; n < 5; n++) statuses.push((await attempt()).status);
      assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
      assert.match((await attempt()).headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal((await obtainTokens({ server, person, client })).token_type, 'bearer');
    });
  });
});
