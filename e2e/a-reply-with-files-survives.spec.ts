import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import type { ApiClient } from './api-client.ts';
import { expect, openAndSignIn, openSignedIn, signOut, test } from './fixtures.ts';
import { fillSignInForm } from './oauth-client.ts';

test.use({ expectedErrors: /status of 50[234]|ERR_(CONNECTION|EMPTY|ABORTED|NETWORK)/ });

const ticket = '/tickets/1039';
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const composer = (page: Page) => page.getByRole('region', { name: 'Write a message' });
const chips = (page: Page) => composer(page).getByRole('list', { name: 'Files' }).getByRole('listitem');
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

const kilobyte = 1024;
const files = ['photo.png', 'plan.pdf', 'letter.txt'].map((name, index) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc((400 + index) * kilobyte, name),
}));

/** Returns a function that limits the speed of uploads, like a slow network. Null removes the limit. */
async function createUploadLimit(page: Page): Promise<(bytesPerSecond: number | null) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  return async bytesPerSecond => {
    await devtools.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput: bytesPerSecond ?? -1,
    });
  };
}

/** Writes a reply with three files. Waits until the browser has stored the draft. */
async function writeReply(page: Page, text: string): Promise<void> {
  await reply(page).fill(text);
  const chooser = page.waitForEvent('filechooser');
  await composer(page).getByRole('button', { name: 'Attach' }).click();
  await (await chooser).setFiles(files);
  await expect(chips(page)).toHaveCount(3);
  await expect(composer(page).getByRole('progressbar').first()).toBeVisible();
  await expect(composer(page).getByText('Draft saved')).toBeVisible();
}

/** Expects one message with the text and all files, and no unattached file. */
async function expectSentOnce(api: ApiClient, text: string): Promise<void> {
  const sent = (await api.readMessages('1039')).filter(({ body }) => body === text);
  expect(sent.map(({ attachments }) => attachments.map(({ name, size }) => [name, size]))).toEqual([
    files.map(({ name, buffer }) => [name, buffer.length]),
  ]);
  expect((await api.readLimits()).unattached_bytes.used).toBe(0);
}

test('A reply with three files survives a reload, a sign-out, an expired session and a restart of the API', async ({
  page,
  desk,
  api,
}) => {
  const person = await desk.addPerson('Zola');
  await openSignedIn(page, ticket, person);
  await expect(reply(page)).toBeVisible();
  const limitUploads = await createUploadLimit(page);
  await limitUploads(40 * kilobyte);

  await test.step('keeps text and files when the page is reloaded during the upload', async () => {
    await writeReply(page, 'Please find the plan below.');
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Write a message"]' })).toEqual([]);
    await page.reload();
    await expect(reply(page)).toHaveValue('Please find the plan below.');
    await expect(chips(page)).toHaveCount(3);
    await expect(composer(page).getByRole('progressbar').first()).toBeVisible();
  });

  await test.step('continues after a sign-out that failed', async () => {
    await page.route('**/logout', route => route.abort('connectionfailed'));
    await page.getByRole('button', { name: person.name, exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('Couldn’t sign you out')).toBeVisible();
    await expect(composer(page).getByRole('progressbar').first()).toBeVisible();
    await page.unrouteAll();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
  });

  await test.step('continues after a sign-out', async () => {
    await signOut(page, person);
    await openAndSignIn(page, ticket, person);
    await expect(chips(page)).toHaveCount(3);
    await expect(composer(page).getByRole('progressbar').first()).toBeVisible();
  });

  await test.step('continues after the session has ended during the upload', async () => {
    await desk.revokeGrants(person);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(dialog(page)).toBeVisible();
    await expect(page.getByText(/^\d+%$/)).toHaveCount(0);
    const popup = page.waitForEvent('popup');
    await dialog(page).getByRole('link', { name: 'Sign in again' }).click();
    await Promise.all([(await popup).waitForEvent('close'), fillSignInForm(await popup, person)]);
    await expect(dialog(page)).toBeHidden();
    await expect(composer(page).getByRole('progressbar').first()).toBeVisible();
  });

  await test.step('sends the reply, which waits for its files', async () => {
    await reply(page).press('ControlOrMeta+Enter');
    await expect(reply(page)).toHaveValue('');
    const sending = messages(page).filter({ hasText: 'Please find the plan below.' });
    await expect(sending.getByRole('listitem')).toHaveText([/photo\.png/, /plan\.pdf/, /letter\.txt/]);
    await expect(page.getByText('Sends when 3 files are uploaded')).toBeVisible();
  });

  await test.step('restarts the API, after which the reply is sent once with all three files', async () => {
    await desk.stopApi();
    await desk.startApi();
    await limitUploads(null);
    await expect(page.getByText(/sends when|Sending…/i)).toHaveCount(0);
    await expect(messages(page).filter({ hasText: 'Please find the plan below.' })).toHaveCount(1);
    await expectSentOnce(api, 'Please find the plan below.');
    await page.reload();
    await expect(reply(page)).toHaveValue('');
    await expect(chips(page)).toHaveCount(0);
  });
});

test('A reply with files survives a crash of its tab', async ({ page, context, api }) => {
  await openSignedIn(page, ticket);
  await (await createUploadLimit(page))(40 * kilobyte);
  await writeReply(page, 'Written before the crash.');
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;

  const reopened = await context.newPage();
  await reopened.goto(ticket);
  await expect(reply(reopened)).toHaveValue('Written before the crash.');
  await expect(chips(reopened)).toHaveText([/photo\.png/, /plan\.pdf/, /letter\.txt/]);
  // Messages that this page has not shown yet would count as new.
  await expect(messages(reopened).last()).toBeVisible();
  await reply(reopened).press('ControlOrMeta+Enter');
  await expect.poll(() => api.readBodies('1039')).toContain('Written before the crash.');
  await expectSentOnce(api, 'Written before the crash.');
});

test('A person writes a reply with files in two windows', async ({ page, context, api }) => {
  await openSignedIn(page, ticket);
  await (await createUploadLimit(page))(40 * kilobyte);
  const other = await context.newPage();
  await other.goto(ticket);
  await expect(reply(other)).toBeVisible();

  await test.step('sees the files of the first window in the other window', async () => {
    await writeReply(page, 'Written in two windows.');
    await expect(chips(other)).toHaveText([/photo\.png/, /plan\.pdf/, /letter\.txt/]);
    await expect(reply(other)).toHaveValue('Written in two windows.');
  });

  await test.step('removes a file in the other window, and restores it', async () => {
    await composer(other).getByRole('button', { name: 'Remove letter.txt' }).click();
    await expect(chips(page)).toHaveText([/photo\.png/, /plan\.pdf/]);
    await other.getByRole('button', { name: 'Undo' }).click();
    await expect(chips(page)).toHaveText([/photo\.png/, /plan\.pdf/, /letter\.txt/]);
  });

  await test.step('closes the window that uploads, and the other window sends all files', async () => {
    await page.close();
    await expect(composer(other).getByRole('progressbar')).toHaveCount(0);
    await reply(other).press('ControlOrMeta+Enter');
    await expect.poll(() => api.readBodies('1039')).toContain('Written in two windows.');
    await expectSentOnce(api, 'Written in two windows.');
  });
});
