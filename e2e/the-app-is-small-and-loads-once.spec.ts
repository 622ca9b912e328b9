import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { delayRequests } from './delay-requests.ts';
import { expect, test } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';

const dist = join(import.meta.dirname, '../web/dist');

/** The files of the build, except compressed variants. */
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter(name => statSync(join(dist, name)).isFile() && !/(^\.|\.(br|gz)$)/.test(name))
  .map(name => `/${name}`);

test('The app is small and loads once', async ({ page, request }) => {
  await test.step('every large file is compressed, and every asset has a content hash in its name', async () => {
    for (const path of files) {
      if (path.startsWith('/assets/')) expect(path).toMatch(/-[\w-]{8}\.\w+$/);
      const content = readFileSync(join(dist, path));
      const isNotCompressed = content.length < 300 || path.endsWith('.woff2');
      for (const coding of isNotCompressed ? [] : ['br', 'gzip']) {
        const response = await request.get(path, { headers: { 'accept-encoding': coding } });
        expect([response.status(), response.headers()['content-encoding']], path).toEqual([200, coding]);
        expect((await response.body()).equals(content), path).toBe(true);
      }
    }
  });

  await test.step('the first list needs little code and no lazy chunks', async () => {
    await signInByRequest(page.request);
    const loaded: string[] = [];
    page.on('request', request => {
      const { pathname } = new URL(request.url());
      // Only browsers with a window request the icon.
      if (pathname !== '/star.svg') loaded.push(pathname);
    });
    const list = page.waitForResponse(/\/api\/tickets\?/);
    await page.goto('/tickets', { waitUntil: 'commit' });
    await list;
    expect(loaded.length, 'requests until the list').toBeLessThanOrEqual(10);
    const needed = loaded.filter(path => files.includes(path));
    const measureSize = (ending: string): number =>
      needed
        .filter(path => path.endsWith(ending))
        .reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0);
    expect(measureSize('.js')).toBeGreaterThan(0);
    expect(measureSize('.js')).toBeLessThanOrEqual(180_000);
    expect(measureSize('.css')).toBeGreaterThan(0);
    expect(measureSize('.css')).toBeLessThanOrEqual(40_000);
    expect(measureSize('.woff2')).toBeGreaterThan(0);
    expect(measureSize('.woff2')).toBeLessThanOrEqual(50_000);
    for (const part of ['ticket', 'later', 'highlighted']) {
      const isPart = (path: string): boolean => new RegExp(`^/assets/${part}-[\\w-]{8}\\.js$`).test(path);
      expect(files.filter(isPart), `${part} is a separate chunk`).toHaveLength(1);
      expect(needed.filter(isPart)).toEqual([]);
    }
    const code = files.filter(path => /\.(js|css)$/.test(path));
    await expect.poll(() => code.filter(path => !loaded.includes(path)), { timeout: 30_000 }).toEqual([]);
    await expect.poll(() => loaded).toContain('/api/gists/starred');
    expect(loaded.length, 'requests in total').toBeLessThanOrEqual(30);
    const counts = loaded.filter(path => path === '/api/ticket_counts');
    expect(counts.length, 'requests for the counts of the list and the sidebar').toBeLessThanOrEqual(2);
    page.removeAllListeners('request');
  });

  await test.step('the list and the ticket are requested together with the session', async () => {
    const releaseSession = await delayRequests(page, 'GET', '**/session');
    const parts = [/\/api\/tickets\?/, /\/api\/tickets\/1040$/, /\/messages\?/, /\/assets\/ticket-.*\.js$/];
    const requested = Promise.all(parts.map(part => page.waitForRequest(part)));
    await page.goto('/tickets/1040');
    await requested;
    releaseSession();
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();
    await page.unrouteAll();
    await page.context().clearCookies();
  });

  await test.step('a second visit requests only the page and gets 304', async () => {
    const signIn = page.getByRole('link', { name: 'Sign in', exact: true });
    for (const _visit of ['first', 'second']) {
      await page.goto('/');
      await expect(signIn).toBeVisible();
    }
    const arrived = await page.evaluate(() =>
      performance
        .getEntries()
        .filter(entry => entry instanceof PerformanceResourceTiming)
        .map(({ name, transferSize, encodedBodySize }) => ({
          path: new URL(name).pathname,
          transferSize,
          encodedBodySize,
        })),
    );
    const [document, ...rest] = arrived.filter(({ path }) => path === '/' || path.startsWith('/assets/'));
    // The browser counts 300 bytes for any response without a body.
    expect(document).toMatchObject({ path: '/', transferSize: 300 });
    expect(document?.encodedBodySize).toBeGreaterThan(0);
    expect(rest.length).toBeGreaterThan(1);
    expect(rest.filter(({ transferSize }) => transferSize > 0)).toEqual([]);
  });
});
