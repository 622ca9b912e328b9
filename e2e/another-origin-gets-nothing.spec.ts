import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { listen } from '#server/testing/listen';
import { test as base, expect, openSignedIn } from './fixtures.ts';

const test = base.extend<{ foreignPort: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
  foreignPort: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>Foreign</title><h1>Foreign</h1>');
    });
    await use(await listen(server));
    server.close();
  },
  /** The browser's errors when it blocks cross-origin access. */
  expectedErrors: /blocked by CORS policy|ERR_FAILED|ERR_BLOCKED_BY_RESPONSE|frame-ancestors|X-Frame-Options/,
});

/**
 * Hosts of the same site and of a different site. A different port is a different origin of the same site, so requests
 * carry even Strict cookies. An IP address is a different site.
 */
const foreignHosts = ['localhost', '127.0.0.1'];

const fetchFromPage = (page: Page, path: string) =>
  page.evaluate(async url => {
    const response = await fetch(url, { headers: { 'X-CSRF': '1' } });
    return { status: response.status, redirected: response.redirected, body: await response.json() };
  }, path);

test('A page of a foreign origin gets nothing', async ({ page, context, desk, foreignPort }) => {
  await openSignedIn(page);
  const count = async (): Promise<number> => (await fetchFromPage(page, '/api/tickets?per_page=100')).body.length;
  const before = await count();

  for (const host of foreignHosts) {
    await test.step(`cannot read or change anything from ${host}`, async () => {
      const foreignPage = await context.newPage();
      await foreignPage.goto(`http://${host}:${foreignPort}/`);

      const readable = await foreignPage.evaluate(async url => {
        const tries = ['/session', '/api/tickets', '/login'].flatMap(path => [
          fetch(url + path, { credentials: 'include' }),
          fetch(url + path, { credentials: 'include', headers: { 'X-CSRF': '1' } }),
        ]);
        return (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length;
      }, desk.url);
      expect(readable, 'readable responses').toBe(0);

      await foreignPage.evaluate(async url => {
        const body = JSON.stringify({ subject: 'From a foreign page' });
        const sent = { method: 'POST', mode: 'no-cors', credentials: 'include', body } as const;
        await Promise.allSettled([fetch(`${url}/api/tickets`, sent), fetch(`${url}/logout`, sent)]);
      }, desk.url);

      for (const path of ['/logout', '/api/tickets']) {
        const response = foreignPage.waitForResponse(desk.url + path);
        await foreignPage.evaluate(action => {
          const form = Object.assign(document.createElement('form'), { action, method: 'post' });
          document.body.append(form);
          form.submit();
        }, desk.url + path);
        expect((await response).status(), `a form sent to ${path}`).toBe(403);
        await foreignPage.waitForURL(desk.url + path);
        await foreignPage.goBack();
      }

      const framed = foreignPage.waitForResponse(`${desk.url}/login`);
      await foreignPage.evaluate(src => {
        document.body.append(Object.assign(document.createElement('iframe'), { src }));
      }, `${desk.url}/login`);
      expect((await framed).status(), 'a sign-in in a frame').toBe(403);
      await foreignPage.close();
    });
  }

  await test.step('the person is still signed in, and nothing was stored', async () => {
    expect((await fetchFromPage(page, '/session')).body.signed_in).toBe(true);
    expect(await count()).toBe(before);
  });
});
