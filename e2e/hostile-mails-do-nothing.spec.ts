import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { listen } from '#server/testing/listen';
import { type ApiClient, createApiClient } from './api-client.ts';
import { test as base, expect, openSignedIn } from './fixtures.ts';

/** Hostile mails try to reach the host `evil`. The mail's CSP blocks the requests, and Chromium reports errors. */
const test = base.extend<{ evil: { url: string; paths: string[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
  evil: async ({}, use) => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.end();
    });
    await use({ url: `http://127.0.0.1:${await listen(server)}`, paths });
    server.close();
  },
  expectedErrors:
    /Content Security Policy|sandboxed|Unsafe attempt|Blocked (?:script|form)|Refused to|X-Frame-Options/i,
});

/** Returns attacks. Each tries to run code, load a resource from `evil`, or leave the frame. */
const listAttacks = (evil: string, run = `parent.document.title='script';top.location='${evil}/top'`) => [
  `<script>${run}</script><script src="${evil}/a.js"></script>`,
  `<img src=x onerror="${run}"><body onload="${run}"><svg onload="${run}"><script>${run}</script></svg>`,
  `<meta http-equiv="refresh" content="0;url=${evil}"><base href="${evil}/"><link rel="stylesheet" href="${evil}/a.css">`,
  `<form action="${evil}" id="f"><input name="a" autofocus onfocus="${run}"><button form="f">Go</button></form>`,
  `<iframe src="${evil}"></iframe><iframe srcdoc="<script>${run}</script>"></iframe><object data="${evil}/a"></object><embed src="${evil}/b">`,
  `<style>@import "${evil}/a.css"; body{background:url(${evil}/b.png)}</style><p style="background:url(${evil}/c.png)">a</p>`,
  `<img src="${evil}/a.png" srcset="${evil}/b.png 2x"><video src="${evil}/c" poster="${evil}/d"></video><table background="${evil}/e"></table>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=&quot;${run}&quot;&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript><a href="javascript:${run}">b</a>`,
];

/** Receives an HTML mail. Returns the mail's id. */
const receiveMail = async (api: ApiClient, markup: string): Promise<string> => {
  const [mailbox] = await api.readMailboxes();
  const lines = [
    'From: eve@shop.example',
    'Subject: A trap',
    'Content-Type: text/html',
    '',
    `<p>The beginning</p>${markup}`,
  ];
  return (await api.receiveMail(mailbox?.id ?? '', lines.join('\r\n'))).id;
};

/** Shows a document in a sandboxed frame, as the app does. */
const openFrame = async (page: Page, path: string) => {
  await page.evaluate(src => {
    const frame = Object.assign(document.createElement('iframe'), { src, title: 'Original' });
    frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
    document.querySelector('iframe')?.remove();
    document.body.append(frame);
  }, path);
  return page.frameLocator('iframe[title=Original]');
};

/** A picture of one pixel. */
const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

/** Returns the number of remote pictures that the app offers to show. */
const countRemotePictures = (page: Page, id: string): Promise<number> =>
  page.evaluate(async mail => {
    const { headers } = await fetch(`/api/mails/${mail}/original`, { method: 'HEAD', headers: { 'X-CSRF': '1' } });
    const count = headers.get('X-Remote-Pictures');
    if (count === null) throw new Error(`No original of mail ${mail}`);
    return Number(count);
  }, id);

test('Hostile mails do nothing', async ({ page, api, evil }) => {
  await openSignedIn(page);
  const attacks = listAttacks(evil.url);
  const title = await page.title();
  const ids = await Promise.all(attacks.map(attack => receiveMail(api, attack)));

  await test.step('shows the mails without elements that would run or load', async () => {
    for (const id of ids) {
      const frame = await openFrame(page, `/files/mails/${id}`);
      await expect(frame.getByText('The beginning')).toBeVisible();
      await expect(
        frame.locator('script, iframe, object, embed, form, svg, math, link, base, video, [src]'),
      ).toHaveCount(0);
    }
  });

  await test.step('runs and loads nothing, even if the document is not sanitized', async () => {
    for (const [index, id] of ids.entries()) {
      const path = `/files/mails/${id}`;
      await page.route(`**${path}`, async route => {
        await route.fulfill({ response: await route.fetch(), body: `<p>The beginning</p>${attacks[index]}` });
      });
      const loaded = page.waitForResponse(`**${path}`);
      const frame = await openFrame(page, path);
      await loaded;
      await expect(frame.locator('body')).toBeAttached();
      const link = frame.getByRole('link', { name: 'b' });
      if ((await link.count()) > 0) await link.click();
      const button = frame.getByRole('button', { name: 'Go' });
      if ((await button.count()) > 0) await button.click();
    }
    expect(await page.title()).toBe(title);
    expect(evil.paths).toEqual([]);
  });

  await test.step('a mail outside a frame has an opaque origin and no script', async () => {
    await page.unrouteAll();
    await page.goto(`/files/mails/${ids[0]}`);
    await expect(page.getByText('The beginning')).toBeVisible();
    expect(await page.evaluate(() => [origin, document.documentElement.innerHTML.includes('script')])).toEqual([
      'null',
      false,
    ]);
  });

  await test.step('downloads the mail', async () => {
    await openSignedIn(page);
    const download = page.waitForEvent('download');
    await page.evaluate(
      href => Object.assign(document.createElement('a'), { href, download: '' }).click(),
      `/files/mails/${ids[0]}?download=true`,
    );
    expect((await download).suggestedFilename()).toBe(`mail-${ids[0]}.eml`);
  });
});

test('An agent shows the remote pictures of a mail', async ({ page, api }) => {
  await openSignedIn(page);
  // A host of this machine, because a journey fails on requests to other hosts.
  const host = 'https://127.0.0.1:9';
  const requests: string[] = [];
  await page.route(`${host}/**`, async (route, request) => {
    requests.push(request.url());
    await route.fulfill({ contentType: 'image/gif', body: gif });
  });
  const id = await receiveMail(
    api,
    `<img src="${host}/a.gif" alt="A"><img src="http://127.0.0.1:9/b.gif"><img src="${host}/a.gif"><table background="${host}/c.gif"><tr><td>T</td></tr></table>`,
  );

  const blocked = await openFrame(page, `/files/mails/${id}`);
  await expect(blocked.getByText('The beginning')).toBeVisible();
  expect(await countRemotePictures(page, id)).toBe(3);
  expect(requests).toEqual([]);

  const shown = await openFrame(page, `/files/mails/${id}?images=remote`);
  await expect(shown.getByText('The beginning')).toBeVisible();
  await expect.poll(() => new Set(requests).size).toBe(3);
});

const corpus = new URL('../api/mail/testing/corpus/', import.meta.url);

/** Shows a document in a frame, and waits until its pictures are loaded. */
const loadFrame = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    src =>
      new Promise(resolve => {
        const frame = Object.assign(document.createElement('iframe'), { src, onload: () => resolve() });
        frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
        document.querySelector('iframe')?.remove();
        document.body.append(frame);
      }),
    path,
  );

test('Every HTML mail of the corpus loads the counted pictures only on request', async ({ browser, desk }) => {
  // A separate context, because a journey fails if its default context requests other hosts.
  const context = await browser.newContext({ baseURL: desk.url });
  const requests = new Set<string>();
  await context.route(
    ({ origin }) => origin !== desk.url,
    async (route, request) => {
      requests.add(request.url());
      await route.fulfill({ contentType: 'image/gif', body: gif });
    },
  );
  const page = await context.newPage();
  await openSignedIn(page);
  const api = createApiClient(context.request);
  const [mailbox] = await api.readMailboxes();
  let counted = 0;
  for (const file of readdirSync(corpus).filter(name => name.endsWith('.eml'))) {
    const mail = readFileSync(new URL(file, corpus));
    if (!/^content-type: text\/html/im.test(mail.toString('latin1'))) continue;
    const { id } = await api.receiveMail(mailbox?.id ?? '', mail);
    await loadFrame(page, `/files/mails/${id}`);
    expect([...requests], file).toEqual([]);
    await loadFrame(page, `/files/mails/${id}?images=remote`);
    const pictures = await countRemotePictures(page, id);
    expect(requests.size, file).toBe(pictures);
    counted += pictures;
    requests.clear();
  }
  expect(counted).toBeGreaterThan(0);
  await context.close();
});
