import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { APIRequestContext } from '@playwright/test';
import { delayRequests } from './delay-requests.ts';
import { expect, test } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';

const dist = join(import.meta.dirname, '../web/dist');

/** The files of the build without compressed variants. */
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter(name => statSync(join(dist, name)).isFile() && !/(^\.|\.(br|gz)$)/.test(name))
  .map(name => `/${name}`);

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const get = async (request: APIRequestContext, path: string, accepted: string) => {
  const response = await request.get(path, { headers: { 'accept-encoding': accepted } });
  return { status: response.status(), headers: response.headers(), bytes: await response.body() };
};

test('The app is small and loads once', async ({ page, request }) => {
  for (const path of files) {
    await test.step(path, async () => {
      const plain = await get(request, path, 'identity');
      const size = statSync(join(dist, path)).size;
      expect([plain.status, plain.bytes.length]).toEqual([200, size]);
      expect(plain.headers['content-type']).toBe(types[path.slice(path.lastIndexOf('.'))]);
      expect(plain.headers['x-content-type-options']).toBe('nosniff');
      const isHashed = path.startsWith('/assets/');
      if (isHashed) expect(path, 'has a content hash in its name').toMatch(/-[\w-]{8}\.\w+$/);
      expect(plain.headers['cache-control']).toBe(isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      for (const [coding, accepted] of [
        ['br', 'gzip, deflate, br, zstd'],
        ['gzip', 'gzip, deflate'],
      ] as const) {
        const { headers, bytes } = await get(request, path, accepted);
        expect(bytes.equals(plain.bytes), 'the same content after decompression').toBe(true);
        if (headers['content-encoding'] !== coding) expect(size, 'too small to compress').toBeLessThan(300);
        expect(Number(headers['content-length'])).toBeLessThanOrEqual(size);
      }
    });
  }

  await test.step('the first list needs little code and no lazy chunks', async () => {
    await signInByRequest(page.request);
    const loaded: string[] = [];
    page.on('request', request => loaded.push(new URL(request.url()).pathname));
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
    for (const part of ['ticket', 'later', 'highlighted']) {
      const isPart = (path: string): boolean => new RegExp(`^/assets/${part}-[\\w-]{8}\\.js$`).test(path);
      expect(files.filter(isPart), `${part} is a chunk of its own`).toHaveLength(1);
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
