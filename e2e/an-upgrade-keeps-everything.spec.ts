import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findFreePort } from '#server/testing/free-port';
import { startServerProcess } from '#server/testing/server-process';
import { createApiClient } from './api-client.ts';
import { createClock } from './clock.ts';
import { expect, test } from './fixtures.ts';

/** A desk and a signed-in browser, recorded with the code of November 2026. */
type RecordedDesk = {
  /** Milliseconds since 1970. */
  recordedAt: number;
  /** Ids of the tickets that the test reads. */
  ids: Record<'bell' | 'door' | 'lamp', string>;
  /** Contents of the data directory by file name, in base64. */
  files: Record<string, string>;
  cookies: { name: string; value: string }[];
  localStorage: Record<string, string>;
};

/** Long enough for the recorded access token to expire; the session has to refresh it. */
const hour = 3_600_000;

test('A desk from before an upgrade opens with all its data', async ({ browser }) => {
  const file = new URL('./upgrade/desk-2026-11.json.gz', import.meta.url);
  const recorded: RecordedDesk = JSON.parse(gunzipSync(await readFile(file)).toString());
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  for (const [name, content] of Object.entries(recorded.files))
    await writeFile(join(dataDir, name), Buffer.from(content, 'base64'), { mode: 0o600 });
  const clock = await createClock(dataDir);
  await clock.advance(recorded.recordedAt + hour - Date.now());
  const [port, apiPort] = await Promise.all([findFreePort(), findFreePort()]);
  const env = {
    ...clock.env,
    ...{ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), API_PORT: String(apiPort), SAMPLE_DATA: 'off' },
  };
  const [apiServer, bff] = await Promise.all([
    startServerProcess('api/main.ts', env),
    startServerProcess('bff/main.ts', env),
  ]);
  const context = await browser.newContext({ baseURL: bff.url });
  await context.clock.install({ time: recorded.recordedAt + hour });
  // The name of the session cookie contains the port of the bff.
  await context.addCookies(
    recorded.cookies.map(({ name, value }) => ({
      name: name.replace(/^stardesk-\d+\./, `stardesk-${port}.`),
      value,
      url: bff.url,
    })),
  );
  await context.addInitScript(entries => {
    if (localStorage.length > 0) return;
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, recorded.localStorage);
  const page = await context.newPage();
  const api = createApiClient(context.request);
  const { bell, door, lamp } = recorded.ids;

  await test.step('the session and the preferences survive', async () => {
    await page.goto('/drafts');
    await expect(page.getByRole('button', { name: 'Administrator', exact: true })).toBeAttached();
    await expect(page.locator(':root')).toHaveCSS('color-scheme', 'dark');
    await expect(page.locator(':root')).toHaveAttribute('data-density', 'compact');
  });

  await test.step('every draft is listed', async () => {
    const drafts = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
    for (const text of [
      'Half a reply about the bell',
      'A note of ours, half edited.',
      'The door chimes at night',
      'lamp@example.com',
      'Reply: refund, half edited',
      'Half a gist',
      'Half a ticket',
    ])
      await expect(drafts.filter({ hasText: text })).toHaveCount(1);
  });

  await test.step('the reply and the edit that waited for a connection are sent', async () => {
    await expect.poll(() => api.readBodies(lamp)).toEqual(['Sent while offline']);
    await expect.poll(async () => (await api.readTicket(lamp)).priority).toBe('urgent');
  });

  await test.step('tickets, messages, gists and views are unchanged', async () => {
    expect(await api.readTicket(bell)).toMatchObject({
      subject: 'The bell rings twice',
      tags: ['bell'],
      version: 3,
    });
    expect(await api.readBodies(bell)).toEqual(['It rang twice.', 'A note of ours.']);
    expect((await api.searchTickets('chimes')).map(({ id }) => id)).toEqual([door]);
    expect((await api.readGist('refund')).files['reply.md']?.content).toBe('The money is on its way.\n');
    await page.goto('/tickets');
    await expect(page.getByRole('link', { name: /^Bells/ })).toBeVisible();
  });

  await context.close();
  await Promise.all([apiServer.stop(), bff.stop()]);
  await rm(dataDir, { recursive: true });
});
