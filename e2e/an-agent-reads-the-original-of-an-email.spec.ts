import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { Page } from '@playwright/test';
import { listen } from '#server/testing/listen';
import { findViolationsInBothThemes } from './accessibility.ts';
import type { ApiClient } from './api-client.ts';
import { createCertificate } from './certificate.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { writeHtmlMail } from './html-mail.ts';
import { palette, paletteField } from './palette.ts';
import { createPng } from './pictures.ts';
import { findUnreachableControls } from './reachability.ts';

// The server of the remote pictures signs its own certificate. One test stops the API.
test.use({ ignoreHTTPSErrors: true, expectedErrors: /status of 50[23]/ });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Original email' });
const frame = (page: Page) => dialog(page).frameLocator('iframe');
const menuButton = (page: Page) =>
  page
    .getByRole('article')
    .last()
    .getByRole('button', { name: /^Actions/ });

/** Starts a picture server, which records the requested paths. */
async function startPictureServer() {
  const paths: string[] = [];
  const server = createServer(createCertificate('localhost'), ({ url = '' }, response) => {
    paths.push(url);
    response.setHeader('Content-Type', 'image/png').end(createPng(40, 20));
  });
  const port = await listen(server);
  return { url: `https://localhost:${port}`, paths, close: () => server.close() };
}

const script = "top.document.title='script';document.title='script'";

/** Writes a mail with three attacks. It tries to run scripts, load from a server and hide a link's target. */
const writeHostileMail = (server: string): string =>
  writeHtmlMail(
    'Our new catalogue',
    `<html><head><base href="${server}/"><link rel="stylesheet" href="${server}/style.css">
<meta http-equiv="refresh" content="0;url=${server}/refresh">
<style>@import "${server}/import.css"; @font-face { font-family: F; src: url(${server}/font.woff2) } body { background: url(${server}/background.png); color: rgb(0, 0, 128) }</style></head>
<body onload="${script}"><script>${script}</script><script src="${server}/script.js"></script>
<h1 style="font-family: F; background: url(${server}/heading.png)">Everything in blue</h1>
<img src="cid:logo" alt="Logo"><img src="${server}/1.png" alt="One"><img src="${server}/2.png" srcset="${server}/2x.png 2x" alt="Two">
<img src="${server}/2.png" alt="Two again" onerror="${script}" onload="${script}">
<a href="javascript:${script}">Run</a> <a href="https://evil.example/login">https://bank.example/login</a>
<iframe src="${server}/frame"></iframe><object data="${server}/object"></object><video src="${server}/video" poster="${server}/poster.png"></video>
<svg onload="${script}"><image href="${server}/svg.png"/></svg>
<form action="${server}/form"><input autofocus onfocus="${script}"><button>Order</button></form></body></html>`,
    {
      related: [{ type: 'image/png', name: 'logo.png', headers: ['Content-ID: <logo>'], content: createPng(60, 30) }],
    },
  );

/** Signs in, receives a mail, and opens its ticket. @returns the id of the mail */
async function openMail(page: Page, api: ApiClient, mail: string): Promise<string> {
  await openSignedIn(page);
  const [mailbox] = await api.readMailboxes();
  const { id } = await api.receiveMail(mailbox?.id ?? '', mail);
  await expect.poll(async () => (await api.readMail(id)).state).toBe('processed');
  await page.goto(`/tickets/${(await api.readMail(id)).ticket_id}`);
  return id;
}

async function openOriginal(page: Page): Promise<void> {
  await menuButton(page).press('Enter');
  await page.getByRole('button', { name: 'Show original' }).press('Enter');
}

test('An agent reads the original of an email', async ({ page, api }) => {
  const server = await startPictureServer();
  const mail = writeHostileMail(server.url);
  const id = await openMail(page, api, mail);
  const title = /Our new catalogue · Stardesk$/;

  await test.step('sees the sender and the design of the mail', async () => {
    await openOriginal(page);
    await expect(frame(page).getByRole('heading', { name: 'Everything in blue' })).toHaveCSS('color', 'rgb(0, 0, 128)');
    await expect(frame(page).getByRole('img', { name: 'Logo' })).toHaveJSProperty('naturalWidth', 60);
    for (const fact of ['Amelie Laurent <amelie@atelier.example>', 'support@stardesk.local', 'Our new catalogue'])
      await expect(dialog(page).getByText(fact, { exact: true })).toBeVisible();
    await expect(dialog(page)).toContainText('Not verified by a mail server');
    await expect(frame(page).getByText('https://bank.example/login [evil.example]')).toBeVisible();
    await expect(dialog(page).locator('iframe')).toHaveAttribute(
      'sandbox',
      'allow-popups allow-popups-to-escape-sandbox',
    );
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]', without: 'iframe' })).toEqual([]);
  });

  await test.step('the mail runs nothing and loads nothing', async () => {
    await expect(frame(page).locator('script, form, input, iframe, object, video, svg, link, base')).toHaveCount(0);
    await expect(page).toHaveTitle(title);
    expect(server.paths).toEqual([]);
  });

  await test.step('loads the remote pictures on demand, each once', async () => {
    await dialog(page).getByRole('button', { name: 'Show 2 remote pictures' }).press('Enter');
    await expect(frame(page).getByRole('img', { name: 'One' })).toHaveJSProperty('naturalWidth', 40);
    await expect(frame(page).getByRole('img', { name: 'Two', exact: true })).toHaveJSProperty('naturalWidth', 40);
    expect(server.paths.toSorted()).toEqual(['/1.png', '/2.png']);
    await expect(dialog(page)).toBeFocused();
    await expect(page).toHaveTitle(title);
  });

  await test.step('downloads the email', async () => {
    const started = page.waitForEvent('download');
    await dialog(page).getByRole('link', { name: 'Download original (.eml)' }).press('Enter');
    const download = await started;
    expect(download.suggestedFilename()).toBe(`mail-${id}.eml`);
    expect(await readFile(await download.path(), 'utf8')).toBe(mail.replaceAll('\n', '\r\n'));
  });

  await test.step('uses the dialog on a phone, and closes it with the keyboard', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await findUnreachableControls(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Close' }).last().press('Enter');
    await expect(dialog(page)).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
  });

  await test.step('reopens the dialog, which blocks the remote pictures again', async () => {
    await openOriginal(page);
    await expect(frame(page).getByRole('heading', { name: 'Everything in blue' })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Show 2 remote pictures' })).toBeVisible();
    expect(server.paths).toHaveLength(2);
  });
  server.close();
});

test('An agent opens the originals of a ticket with several emails', async ({ page, api }) => {
  const first = writeHtmlMail('The lamp', '<h1>It flickers</h1>');
  await openMail(page, api, first);
  const [mailbox] = await api.readMailboxes();
  const firstMessageId = /^Message-ID: (.*)$/m.exec(first)?.[1];
  const second = writeHtmlMail('Re: The lamp', '<h1>It is dark now</h1>').replace(
    'MIME-Version',
    `In-Reply-To: ${firstMessageId}\nMIME-Version`,
  );
  const { id } = await api.receiveMail(mailbox?.id ?? '', second);
  await expect.poll(async () => (await api.readMail(id)).state).toBe('processed');
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(2);
  const openFromPalette = async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await paletteField(page).fill('show original');
    await expect(palette(page).getByRole('option').first()).toContainText('Show original');
    await page.keyboard.press('Enter');
  };

  await test.step('sees the last email, or the focused email', async () => {
    await openFromPalette();
    await expect(frame(page).getByRole('heading', { name: 'It is dark now' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('article').first().focus();
    await openFromPalette();
    await expect(frame(page).getByRole('heading', { name: 'It flickers' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('article').first()).toBeFocused();
  });

  await test.step('sees the email whose menu is open', async () => {
    await openOriginal(page);
    await expect(frame(page).getByRole('heading', { name: 'It is dark now' })).toBeVisible();
  });
});

test('An agent opens an original that is unavailable', async ({ page, api, desk }) => {
  const id = await openMail(page, api, writeHtmlMail('Hello', '<p>Hello</p>'));

  await test.step('sees the original after the API was down', async () => {
    await expect(menuButton(page)).toBeAttached();
    await desk.stopApi();
    await openOriginal(page);
    await expect(frame(page).getByText('Hello')).toHaveCount(0);
    await desk.startApi();
    await expect(frame(page).getByText('Hello')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('reads that a restored backup did not contain the original', async () => {
    desk.markOriginalMissing(id);
    await desk.stopApi();
    await desk.startApi();
    await page.reload();
    await openOriginal(page);
    await expect(dialog(page).getByRole('alert')).toHaveText('The original was not in the backup that was restored.');
    await page.keyboard.press('Escape');
  });

  await test.step('reads that the original was deleted at the end of its retention', async () => {
    desk.deleteOriginal(id);
    await page.reload();
    await expect(menuButton(page)).toBeAttached();
    await page.keyboard.press('ControlOrMeta+k');
    await paletteField(page).fill('show original');
    await expect(palette(page).getByRole('option').first()).toContainText('Show original');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('alert')).toHaveText('The original was deleted at the end of its retention.');
    await expect(dialog(page).getByRole('link')).toHaveCount(0);
  });
});
