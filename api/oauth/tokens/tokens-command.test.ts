import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeDeskCommand } from '../testing/describe-desk-command.ts';

describeDeskCommand(desk => {
  describe('desk tokens', () => {
    it('create prints only the token; list and revoke work while a server runs', async () => {
      const { run, runJson, person, server } = desk();
      const created = await run(
        ...['tokens', 'create', '--person', person.email, '--scope', 'tickets:read gists:write', '--days', '2'],
        ...['--name', 'Nightly export'],
      );
      assert.equal(created.status, 0, created.stderr);
      assert.match(created.stdout, /^[\w-]{43}\n$/);
      const token = created.stdout.trim();
      const found = await server.oauth.findPrincipal(token);
      assert.partialDeepStrictEqual(found, {
        person: { id: person.id },
        scopes: new Set(['tickets:read', 'gists:write']),
      });
      const [listed] = await runJson<{ id: string; person: string; name: string; scope: string }[]>(
        ...['tokens', 'list'],
      );
      assert.partialDeepStrictEqual(listed, {
        ...{ person: person.email, name: 'Nightly export', scope: 'tickets:read gists:write' },
      });
      assert.equal((await run('tokens', 'revoke', listed?.id ?? '')).status, 0);
      assert.equal(await server.oauth.findPrincipal(token), 'invalid');
    });

    it('exits with 1 and an error message for invalid input', async () => {
      const { expectFailure, person } = desk();
      const create = ['tokens', 'create', '--person', person.email, '--scope'];
      await expectFailure(
        ['tokens', 'create', '--person', 'nobody@desk.example', '--scope', 'tickets:read'],
        /No enabled person has the email nobody@desk\.example; run "desk people list"/,
      );
      await expectFailure([...create, 'teapots:read'], /Unknown scope "teapots:read"/);
      await expectFailure([...create, 'tickets:read', '--days', '0'], /from 1 to 366/);
      await expectFailure([...create, 'tickets:read', '--name', 'x'.repeat(101)], /--name .*100/);
      await expectFailure(['tokens', 'create'], /required option/);
      await expectFailure(['tokens', 'revoke', 'nothing'], /Unknown token nothing/);
    });
  });
});
