import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forTheDeskCommand } from '../testing/for-the-desk-command.ts';

forTheDeskCommand(desk => {
  describe('desk tokens', () => {
    it('creates one for $(…), lists it and revokes it, while a server runs', async () => {
      const { run, json, person, server } = desk();
      const made = await run(
        ...['tokens', 'create', '--person', person.email, '--scope', 'tickets:read gists:write', '--days', '2'],
      );
      assert.equal(made.status, 0, made.stderr);
      assert.match(made.stdout, /^[\w-]{43}\n$/);
      const token = made.stdout.trim();
      const found = await server.oauth.findPrincipal(token);
      assert.partialDeepStrictEqual(found, {
        person: { id: person.id },
        scopes: new Set(['tickets:read', 'gists:write']),
      });
      const [listed] = await json<{ id: string; person: string; scope: string }[]>('tokens', 'list');
      assert.partialDeepStrictEqual(listed, { person: person.email, scope: 'tickets:read gists:write' });
      assert.equal((await run('tokens', 'revoke', listed?.id ?? '')).status, 0);
      assert.equal(await server.oauth.findPrincipal(token), 'invalid');
    });

    it('ends with 1 and a sentence for what cannot be done', async () => {
      const { refuses, person } = desk();
      const create = ['tokens', 'create', '--person', person.email, '--scope'];
      await refuses(
        ['tokens', 'create', '--person', 'nobody@desk.example', '--scope', 'tickets:read'],
        /Nobody who may sign in/,
      );
      await refuses([...create, 'teapots:read'], /There is no scope "teapots:read"/);
      await refuses([...create, 'tickets:read', '--days', '0'], /from 1 to 366/);
      await refuses(['tokens', 'create'], /required option/);
      await refuses(['tokens', 'revoke', 'nothing'], /There is no token nothing/);
    });
  });
});
