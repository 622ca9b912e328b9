import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommandError } from '../../command-line.ts';
import { sha256 } from '../hash.ts';
import { obtainTokens, refreshTokens } from '../testing/code-flow.ts';
import { describeDeskCommand } from '../testing/describe-desk-command.ts';
import { addBffClient } from '../testing/oauth-server.ts';
import { clientsCommand } from './clients-command.ts';

type Credentials = { client_id: string; client_secret: string };
type Shown = {
  client_id: string;
  redirect_uris: string[];
  scopes: string[];
  rate_limit: number | null;
  old_secret_ends_at: string | null;
};

const redirectUri = 'https://program.example/back';

describeDeskCommand(desk => {
  const add = (...args: string[]) =>
    desk().runJson<Credentials>('clients', 'add', 'Night Shift', '--redirect-uri', redirectUri, ...args);
  const show = (id: string) => desk().runJson<Shown>('clients', 'show', id);

  describe('desk clients', () => {
    it('registers and removes a client and rotates its secret while a server runs', async () => {
      const { server, person, run, runJson } = desk();
      const created = await add('--scope', 'tickets:read');
      const client = { clientId: created.client_id, clientSecret: created.client_secret, redirectUri };
      const tokens = await obtainTokens({ server, person, client });
      assert.equal(tokens.scope, 'tickets:read');
      const rotated = await runJson<Credentials>('clients', 'rotate', created.client_id);
      assert.equal((await refreshTokens({ server, client }, tokens.refresh_token)).status, 401);
      const renewed = { ...client, clientSecret: rotated.client_secret };
      assert.equal((await refreshTokens({ server, client: renewed }, tokens.refresh_token)).status, 200);
      assert.match(
        (await run('clients', 'list')).stdout,
        new RegExp(`${created.client_id}  Night Shift  confidential  default  ${redirectUri}`),
      );
      assert.equal((await run('clients', 'remove', created.client_id)).status, 0);
      assert.equal((await refreshTokens({ server, client: renewed }, tokens.refresh_token)).status, 401);
    });

    it('does not remove a built-in client', async () => {
      const { database, run } = desk();
      const bff = await addBffClient(database);
      const { status, stderr } = await run('clients', 'remove', bff.clientId);
      assert.equal(status, 1);
      assert.match(stderr, /is a built-in client and cannot be removed/);
      assert.equal((await run('clients', 'show', bff.clientId)).status, 0);
    });

    it('rotate --ends-in keeps the old secret valid, and show prints its expiry', async () => {
      const { server, runJson, run } = desk();
      const created = await add();
      const { client_secret } = await runJson<Credentials>('clients', 'rotate', created.client_id, '--ends-in', '24h');
      for (const clientSecret of [created.client_secret, client_secret]) {
        const client = { clientId: created.client_id, clientSecret, redirectUri };
        const { status } = await refreshTokens({ server, client }, 'none');
        assert.equal(status, 400, 'the client is known, the token is not');
      }
      const { old_secret_ends_at: end } = await show(created.client_id);
      const left = Date.parse(end ?? '') - Date.now();
      assert.ok(left > 23 * 3_600_000 && left <= 24 * 3_600_000);
      assert.match(
        (await run('clients', 'show', created.client_id)).stdout,
        new RegExp(`^old secret {6}valid until ${end}$`, 'm'),
      );
    });

    it('add prints credentials that a shell can evaluate, without a secret for --public', async () => {
      const { stdout } = await desk().run('clients', 'add', 'Night Shift', '--redirect-uri', redirectUri);
      assert.match(stdout, /^client_id=[0-9a-f]{24}\nclient_secret=[0-9a-f]{64}\n$/);
      assert.deepEqual(Object.keys(await add('--public')), ['client_id']);
    });

    it('add accepts every setting; show and list print all settings', async () => {
      const { runJson } = desk();
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
        (await runJson<Shown[]>('clients', 'list')).find(each => each.client_id === client_id),
        { ...shown, created_at },
      );
    });

    it('show prints one line per setting', async () => {
      const { client_id } = await add('--access-token', '90m', '--refresh-end', 'never', '--refresh-grace', '0s');
      assert.match(
        (await desk().run('clients', 'show', client_id)).stdout,
        new RegExp(
          [
            `^client_id       ${client_id}`,
            'name            Night Shift',
            'kind            confidential',
            `redirect URIs   ${redirectUri}`,
            'after sign-out  none',
            'scope           tickets:read tickets:write .+',
            'rate limit      default',
            'access token    expires after 90m',
            'refresh token   expires 30d after its last use; grace 0s',
            'registered      \\d{4}-.+\n$',
          ].join('\n'),
        ),
      );
      const implicit = (await add('--implicit')).client_id;
      assert.match((await desk().run('clients', 'show', implicit)).stdout, /^refresh token {3}none$/m);
      assert.partialDeepStrictEqual(await show(implicit), { kind: 'implicit', refresh_token: null });
    });

    it('set changes only the given settings and prints the result', async () => {
      const { run, runJson } = desk();
      const { client_id } = await add('--scope', 'tickets:read', '--post-logout-redirect-uri', 'https://a.example/');
      const before = await show(client_id);
      const set = (...args: string[]) => runJson<Shown>('clients', 'set', client_id, ...args);
      assert.deepEqual(await set('--name', 'Day Shift'), { ...before, name: 'Day Shift' });
      const redirect_uris = ['https://a.example/', 'https://b.example/'];
      assert.deepEqual((await set('--redirect-uri', ...redirect_uris)).redirect_uris, redirect_uris);
      assert.deepEqual((await set('--scope', 'gists:read')).scopes, ['gists:read']);
      assert.equal((await set('--rate-limit', '20000')).rate_limit, 20_000);
      assert.equal((await set('--rate-limit', 'default')).rate_limit, null);
      assert.partialDeepStrictEqual(await set('--refresh-end', '9h'), { refresh_token: { end_seconds: 32_400 } });
      assert.partialDeepStrictEqual(await set('--refresh-end', 'never', '--refresh-grace', '5s'), {
        refresh_token: { end_seconds: null, grace_seconds: 5 },
      });
      assert.partialDeepStrictEqual(await set('--no-post-logout-redirect-uri'), { post_logout_redirect_uris: [] });
      const output = (await run('clients', 'set', client_id, '--access-token', '20m')).stdout;
      assert.equal(output, (await run('clients', 'show', client_id)).stdout);
      assert.match(output, /^name {12}Day Shift\n(.+\n)+access token {4}expires after 20m$/m);
    });

    it('prints no stored secret and no hash, and stores only the hash', async () => {
      const { run, runJson, database } = desk();
      const { client_id, client_secret: old } = await add();
      const { client_secret } = await runJson<Credentials>('clients', 'rotate', client_id, '--ends-in', '1h');
      const stored = JSON.stringify(await database.read.selectFrom('clients').selectAll().execute());
      for (const secret of [old, client_secret]) {
        assert.ok(stored.includes(sha256(secret)) && !stored.includes(secret));
      }
      for (const args of [['show', client_id], ['list']]) {
        for (const form of [[], ['--json']]) {
          const { stdout } = await run('clients', ...args, ...form);
          assert.ok(stdout.includes(client_id));
          for (const secret of [old, client_secret]) {
            assert.ok(!stdout.includes(secret) && !stdout.includes(sha256(secret)));
          }
        }
      }
    });

    it('exits with 1 and a message for an invalid command', async () => {
      const { expectFailure } = desk();
      await expectFailure(['clients', 'add', 'Nowhere'], /required option '--redirect-uri/);
      await expectFailure(['clients', 'set', 'missing-id', '--name', 'Day Shift'], /Unknown client missing-id/);
    });

    const addAgain = ['add', 'Again', '--redirect-uri', redirectUri];
    const rejected: [args: string[], message: RegExp][] = [
      [['add', 'Again', '--redirect-uri', 'http://program.example/'], /must be https/],
      [['add', 'Again', '--redirect-uri', 'https://a.example/\n\u001b[2J'], /^[^\p{Cc}]+$/u],
      [[...addAgain, '--post-logout-redirect-uri', 'http://program.example/'], /must be https/],
      [['add', ' ', '--redirect-uri', redirectUri], /needs a name/],
      [[...addAgain, '--public', '--implicit'], /exclude each other/],
      [[...addAgain, '--rate-limit', '0'], /from 1 to 1,000,000, or "default"/],
      [[...addAgain, '--rate-limit', 'many'], /from 1 to 1,000,000, or "default"/],
      [[...addAgain, '--scope', 'teapots:read'], /Unknown scope "teapots:read"; use any of: tickets:read/],
      [[...addAgain, '--scope', ''], /Name at least one scope; use any of: tickets:read/],
      [
        [...addAgain, '--access-token', '30s'],
        /Invalid duration "30s": use 1m to 1d, written like 90s, 10m, 8h or 30d/,
      ],
      [[...addAgain, '--access-token', '25h'], /use 1m to 1d,/],
      [[...addAgain, '--access-token', 'never'], /Invalid duration "never": use 1m to 1d,/],
      [[...addAgain, '--refresh-idle', '367d'], /use 1m to 366d/],
      [[...addAgain, '--refresh-end', '4000d'], /use 1m to 3660d, or "never"/],
      [[...addAgain, '--refresh-grace', '6m'], /use 0s to 5m/],
      [[...addAgain, '--refresh-idle', '9m'], /expires after 9m cannot renew an access token of 10m/],
      [[...addAgain, '--implicit', '--refresh-idle', '1d'], /gets no refresh tokens/],
      [['rotate', 'missing-id', '--ends-in', '31d'], /use 1m to 30d/],
      [['show', 'missing-id'], /Unknown client missing-id; "desk clients list"/],
      [['rotate', 'missing-id'], /Unknown client missing-id/],
      [['remove', 'missing-id'], /Unknown client missing-id/],
      [['set', 'missing-id'], /Nothing to change/],
    ];
    for (const [args, message] of rejected) {
      it(`rejects ${args.map(word => JSON.stringify(word)).join(' ')}`, async () => {
        await assert.rejects(
          clientsCommand(desk().open).parseAsync(args, { from: 'user' }),
          (error: Error) => error instanceof CommandError && message.test(error.message),
        );
      });
    }
  });
});
