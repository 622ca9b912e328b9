import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Database } from '../../database/database.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { isSignedIn, obtainTokens, refreshTokens } from '../testing/code-flow.ts';
import { describeDeskCommand } from '../testing/describe-desk-command.ts';
import { addBffClient, addClient, addPerson, type TestPerson, type TestServer } from '../testing/oauth-server.ts';
import { createScriptToken } from '../tokens/script-tokens.ts';

type Shown = { id: string; kind: string; person: string; client_id: string; client: string; scope: string };

describeDeskCommand(commandDesk => {
  describe('desk grants', () => {
    let database: Database;
    let server: TestServer;
    let mara: TestPerson;
    let lea: TestPerson;
    let client: Awaited<ReturnType<typeof addClient>>;
    let bff: Awaited<ReturnType<typeof addBffClient>>;
    before(async () => {
      ({ database, server, person: mara } = commandDesk());
      lea = await addPerson(database, 'lea@desk.example');
      client = await addClient(database);
      bff = await addBffClient(database);
    });

    const options = () => ({ email: mara.email, scopes: ['gists:read'], days: 2 }) as const;
    const desk = (...args: string[]) => commandDesk().run('grants', ...args);
    const json = <T>(...args: string[]) => commandDesk().runJson<T>('grants', ...args);
    const list = (...args: string[]) => json<Shown[]>('list', ...args);

    it('lists all grants, or the grants of a person or client, as a table and as JSON', async () => {
      await obtainTokens({ server, person: mara, client });
      await obtainTokens({ server, person: lea, client: bff });
      await createScriptToken(database, options(), Date.now);
      const found = await list();
      const [script, webApp, app] = found;
      assert.deepEqual(
        found.map(({ kind, person, client: name }) => [kind, person, name]),
        [
          ['script', mara.email, 'A script'],
          ['web-app', lea.email, 'Stardesk'],
          ['connected-app', mara.email, 'Night Shift'],
        ],
      );
      const names = [
        'id',
        'kind',
        'person',
        'client_id',
        'client',
        'scope',
        'created_at',
        'last_used_at',
        'expires_at',
      ];
      assert.deepEqual(Object.keys(script ?? {}), names);
      assert.equal(app?.scope, 'tickets:read people:read');
      assert.deepEqual(await list('--person', 'LEA@desk.example'), [webApp]);
      assert.deepEqual(await list('--client', client.clientId), [app]);
      assert.deepEqual(await list('--person', lea.email, '--client', client.clientId), []);

      const { stdout } = await desk('list');
      assert.match(stdout, /^ID +KIND +PERSON +CLIENT +SINCE +LAST USED +EXPIRES +SCOPE\n/);
      assert.match(
        stdout,
        /\n[\w-]{43} +connected-app +mara@desk\.example +Night Shift +\d{4}-\d\d-\d\d \d\d:\d\d .* tickets:read people:read\n/,
      );
    });

    it('prints a note if the limit hides grants', async () => {
      const { stdout, stderr } = await desk('list', '--limit', '2', '--json');
      assert.equal(JSON.parse(stdout).length, 2);
      assert.match(stderr, /Only the newest 2 grants are shown/);
      assert.equal((await desk('list', '--limit', '3')).stderr, '');
    });

    it('revokes a connected app, a script token and a sign-in by id; a running server rejects their tokens immediately', async () => {
      const browser = createFormBrowser();
      const tokens = [
        { ...(await obtainTokens({ server, person: mara, client })), issuedTo: client },
        { ...(await obtainTokens({ server, person: lea, client: bff, browser })), issuedTo: bff },
      ];
      const script = await createScriptToken(database, options(), Date.now);
      for (const { id } of (await list()).slice(0, 3)) {
        assert.equal((await desk('revoke', id)).stdout, 'Revoked 1 grant.\n');
        const again = await desk('revoke', id);
        assert.deepEqual([again.status, again.stdout], [1, '']);
      }
      for (const { access_token } of [...tokens, script]) {
        assert.equal(await server.oauth.findPrincipal(access_token), 'invalid');
      }
      for (const { refresh_token, issuedTo } of tokens) {
        assert.equal((await refreshTokens({ server, client: issuedTo }, refresh_token)).body.error, 'invalid_grant');
      }
      assert.equal(await isSignedIn({ server, bff }, browser), false, 'the session of the grant has ended');
      assert.equal((await list()).length, 3);
    });

    it('revokes all grants of a person or client and prints their number', async () => {
      const browser = createFormBrowser();
      await obtainTokens({ server, person: mara, client: bff, browser });
      await obtainTokens({ server, person: lea, client });
      assert.deepEqual(await json('revoke', '--person', mara.email), { revoked: 3 });
      assert.deepEqual(await list('--person', mara.email), []);
      assert.equal(await isSignedIn({ server, bff }, browser), false, 'signed out everywhere');
      assert.equal((await desk('revoke', '--person', mara.email)).stdout, 'Revoked 0 grants.\n');

      assert.deepEqual(await json('revoke', '--client', client.clientId), { revoked: 1 });
      const [webApp, ...others] = await list();
      assert.deepEqual([webApp?.kind, others], ['web-app', []]);
      const tokens = await obtainTokens({ server, person: lea, client });
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(tokens.access_token), {
        clientId: client.clientId,
      });
    });

    it('exits with 1 and a message for an invalid command', async () => {
      const before = await list();
      const invalid: [args: string[], message: RegExp][] = [
        [
          ['list', '--person', 'unknown@desk.example'],
          /No person has the email unknown@desk\.example; run "desk people list"/,
        ],
        [['list', '--client', 'missing-id'], /Unknown client missing-id; "desk clients list"/],
        [['list', '--limit', '0'], /--limit must be a whole number/],
        [['revoke'], /exactly one/],
        [['revoke', 'missing-id', '--person', lea.email], /exactly one/],
        [['revoke', '--client', client.clientId, '--person', lea.email], /exactly one/],
        [['revoke', 'missing-id'], /Unknown grant missing-id; "desk grants list"/],
        [['revoke', '-missing-id'], /Unknown grant -missing-id/],
        [['revoke', '--person', 'unknown@desk.example'], /No person has the email/],
        [['revoke', '--client', 'missing-id'], /Unknown client missing-id/],
      ];
      for (const [args, message] of invalid) {
        await commandDesk().expectFailure(['grants', ...args], message);
      }
      assert.deepEqual(await list(), before);
    });
  });
});
