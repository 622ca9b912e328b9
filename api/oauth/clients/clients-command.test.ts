import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommandError } from '../../command-line.ts';
import { sha256 } from '../hash.ts';
import { refresh, signIn } from '../testing/code-flow.ts';
import { forTheDeskCommand } from '../testing/for-the-desk-command.ts';
import { clientsCommand } from './clients-command.ts';

type Made = { client_id: string; client_secret: string };
type Shown = {
  client_id: string;
  redirect_uris: string[];
  scopes: string[];
  rate_limit: number | null;
  old_secret_ends_at: string | null;
};

const redirectUri = 'https://program.example/back';

forTheDeskCommand(desk => {
  const add = (...words: string[]) =>
    desk().json<Made>('clients', 'add', 'Night Shift', '--redirect-uri', redirectUri, ...words);
  const show = (id: string) => desk().json<Shown>('clients', 'show', id);

  describe('desk clients', () => {
    it('registers one that works, rotates its secret and removes it, while a server runs', async () => {
      const { server, person, run, json } = desk();
      const made = await add('--scope', 'tickets:read');
      const client = { clientId: made.client_id, clientSecret: made.client_secret, redirectUri };
      const tokens = await signIn({ server, person, client });
      assert.equal(tokens.scope, 'tickets:read');
      const rotated = await json<Made>('clients', 'rotate', made.client_id);
      assert.equal((await refresh({ server, client }, tokens.refresh_token)).status, 401);
      const renewed = { ...client, clientSecret: rotated.client_secret };
      assert.equal((await refresh({ server, client: renewed }, tokens.refresh_token)).status, 200);
      assert.match(
        (await run('clients', 'list')).stdout,
        new RegExp(`${made.client_id}  Night Shift  confidential  default  ${redirectUri}`),
      );
      assert.equal((await run('clients', 'remove', made.client_id)).status, 0);
      assert.equal((await refresh({ server, client: renewed }, tokens.refresh_token)).status, 401);
    });

    it('rotate --ends-in keeps the old secret for so long, and show tells until when', async () => {
      const { server, json, run } = desk();
      const made = await add();
      const { client_secret } = await json<Made>('clients', 'rotate', made.client_id, '--ends-in', '24h');
      for (const clientSecret of [made.client_secret, client_secret]) {
        const client = { clientId: made.client_id, clientSecret, redirectUri };
        assert.equal((await refresh({ server, client }, 'none')).status, 400, 'known, though the token is not');
      }
      const { old_secret_ends_at: end } = await show(made.client_id);
      const left = Date.parse(end ?? '') - Date.now();
      assert.ok(left > 23 * 3_600_000 && left <= 24 * 3_600_000);
      assert.match(
        (await run('clients', 'show', made.client_id)).stdout,
        new RegExp(`^old secret {6}good until ${end}$`, 'm'),
      );
    });

    it('what a new one is known by can be evaluated by a shell', async () => {
      const { stdout } = await desk().run('clients', 'add', 'Night Shift', '--redirect-uri', redirectUri);
      assert.match(stdout, /^client_id=[0-9a-f]{24}\nclient_secret=[0-9a-f]{64}\n$/);
    });

    it('a public one has no secret', async () => {
      const made = await add('--public');
      assert.deepEqual(Object.keys(made), ['client_id']);
    });

    it('add takes everything that can be said of a client, and show and list tell it', async () => {
      const { json } = desk();
      const { client_id } = await add(
        ...['http://127.0.0.1:7000/back', '--scope', 'gists:read tickets:read', '--rate-limit', '5'],
        ...['--post-logout-redirect-uri', 'https://program.example/', 'https://program.example/bye'],
        ...['--access-token', '1h', '--refresh-idle', '8h', '--refresh-end', '7d', '--refresh-grace', '90s'],
      );
      const { created_at, ...shown } = (await show(client_id)) as Shown & { created_at: string };
      assert.match(created_at, /^\d{4}-\d\d-\d\dT/);
      assert.deepEqual(shown, {
        client_id,
        name: 'Night Shift',
        kind: 'confidential',
        redirect_uris: [redirectUri, 'http://127.0.0.1:7000/back'],
        post_logout_redirect_uris: ['https://program.example/', 'https://program.example/bye'],
        scopes: ['tickets:read', 'gists:read'],
        rate_limit: 5,
        access_token: { seconds: 3600 },
        refresh_token: { idle_seconds: 28_800, end_seconds: 604_800, grace_seconds: 90 },
        old_secret_ends_at: null,
      });
      assert.deepEqual(
        (await json<Shown[]>('clients', 'list')).find(each => each.client_id === client_id),
        { ...shown, created_at },
      );
    });

    it('show tells people what is so, a line a fact', async () => {
      const { client_id } = await add('--access-token', '90m', '--refresh-end', 'never', '--refresh-grace', '0s');
      assert.match(
        (await desk().run('clients', 'show', client_id)).stdout,
        new RegExp(
          [
            `^client_id       ${client_id}`,
            'name            Night Shift',
            'kind            confidential',
            `redirect URIs   ${redirectUri}`,
            'after sign-out  nowhere',
            'scope           tickets:read tickets:write .+',
            'rate limit      default',
            'access token    good for 90m',
            'refresh token   ends 30d after its last use, for good never; grace 0s',
            'registered      \\d{4}-.+\n$',
          ].join('\n'),
        ),
      );
      const implicit = (await add('--implicit')).client_id;
      assert.match((await desk().run('clients', 'show', implicit)).stdout, /^refresh token {3}none$/m);
      assert.partialDeepStrictEqual(await show(implicit), { kind: 'implicit', refresh_token: null });
    });

    it('set changes what is named, leaves the rest and tells what is so now', async () => {
      const { run, json } = desk();
      const { client_id } = await add(
        '--scope',
        'tickets:read',
        '--post-logout-redirect-uri',
        'https://program.example/',
      );
      const before = await show(client_id);
      const set = (...words: string[]) => json<Shown>('clients', 'set', client_id, ...words);
      assert.deepEqual(await set('--name', 'Day Shift'), { ...before, name: 'Day Shift' });
      assert.deepEqual((await set('--redirect-uri', 'https://a.example/', 'https://b.example/')).redirect_uris, [
        'https://a.example/',
        'https://b.example/',
      ]);
      assert.deepEqual((await set('--scope', 'gists:read')).scopes, ['gists:read']);
      assert.equal((await set('--rate-limit', '20000')).rate_limit, 20_000);
      assert.equal((await set('--rate-limit', 'default')).rate_limit, null);
      assert.partialDeepStrictEqual(await set('--refresh-end', '9h'), { refresh_token: { end_seconds: 32_400 } });
      assert.partialDeepStrictEqual(await set('--refresh-end', 'never', '--refresh-grace', '5s'), {
        refresh_token: { end_seconds: null, grace_seconds: 5 },
      });
      assert.partialDeepStrictEqual(await set('--no-post-logout-redirect-uri'), { post_logout_redirect_uris: [] });
      const told = (await run('clients', 'set', client_id, '--access-token', '20m')).stdout;
      assert.equal(told, (await run('clients', 'show', client_id)).stdout);
      assert.match(told, /^name {12}Day Shift\n(.+\n)+access token {4}good for 20m$/m);
    });

    it('a secret is in no list and not in the store, a hash of it in no list', async () => {
      const { run, json, database } = desk();
      const { client_id, client_secret: old } = await add();
      const { client_secret } = await json<Made>('clients', 'rotate', client_id, '--ends-in', '1h');
      const stored = JSON.stringify(await database.read.selectFrom('oauth_clients').selectAll().execute());
      for (const secret of [old, client_secret]) {
        assert.ok(stored.includes(sha256(secret)) && !stored.includes(secret));
      }
      for (const words of [['show', client_id], ['list']]) {
        for (const form of [[], ['--json']]) {
          const { stdout } = await run('clients', ...words, ...form);
          assert.ok(stdout.includes(client_id));
          for (const secret of [old, client_secret]) {
            assert.ok(!stdout.includes(secret) && !stdout.includes(sha256(secret)));
          }
        }
      }
    });

    it('ends with 1 and a sentence for what cannot be done', async () => {
      const { refuses } = desk();
      await refuses(['clients', 'add', 'Nowhere'], /required option '--redirect-uri/);
      await refuses(['clients', 'add', 'Wrong', '--redirect-uri', 'http://program.example/'], /must be https/);
      await refuses(['clients', 'set', 'nobody', '--name', 'Somebody'], /There is no client nobody/);
      await refuses(['clients', 'set', 'nobody', '--refresh-grace', '6m'], /from 0s to 5m/);
    });

    const again = ['add', 'Again', '--redirect-uri', redirectUri];
    const refused: [words: string[], sentence: RegExp][] = [
      [[...again, '--post-logout-redirect-uri', 'http://program.example/'], /must be https/],
      [['add', ' ', '--redirect-uri', redirectUri], /needs a name/],
      [[...again, '--public', '--implicit'], /exclude each other/],
      [[...again, '--rate-limit', '0'], /from 1 to 1,000,000, or "default"/],
      [[...again, '--rate-limit', 'many'], /from 1 to 1,000,000, or "default"/],
      [[...again, '--scope', 'teapots:read'], /There is no scope "teapots:read"; these are: tickets:read/],
      [[...again, '--scope', ''], /There is no scope ""; these are: tickets:read/],
      [[...again, '--access-token', '30s'], /"30s" is no duration from 1m to 1d: write it like 90s/],
      [[...again, '--access-token', '25h'], /from 1m to 1d/],
      [[...again, '--access-token', '600'], /write it like 90s, 10m, 8h or 30d/],
      [[...again, '--access-token', 'never'], /"never" is no duration from 1m to 1d:/],
      [[...again, '--refresh-idle', '367d'], /from 1m to 366d/],
      [[...again, '--refresh-end', '4000d'], /from 1m to 3660d, or "never"/],
      [[...again, '--refresh-grace', '6m'], /from 0s to 5m/],
      [[...again, '--refresh-idle', '9m'], /ends after 9m cannot renew an access token of 10m/],
      [[...again, '--implicit', '--refresh-idle', '1d'], /gets no refresh tokens/],
      [['rotate', 'nobody', '--ends-in', '31d'], /from 1m to 30d/],
      [['show', 'nobody'], /There is no client nobody; "desk clients list"/],
      [['rotate', 'nobody'], /There is no client nobody/],
      [['remove', 'nobody'], /There is no client nobody/],
      [['set', 'nobody'], /Name what is to change/],
    ];
    for (const [words, sentence] of refused) {
      it(`refuses ${words.map(word => JSON.stringify(word)).join(' ')}`, async () => {
        await assert.rejects(
          clientsCommand(desk().open).parseAsync(words, { from: 'user' }),
          (error: Error) => error instanceof CommandError && sentence.test(error.message),
        );
      });
    }
  });
});
