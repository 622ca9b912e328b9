import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { findStructureViolations, findViolationsInBothThemes } from './accessibility.ts';
import type { ApiClient } from './api-client.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { palette, paletteField } from './palette.ts';
import { administrator } from './people.ts';
import { labelPng, writePhotoMail } from './photo-mail.ts';
import { createPng } from './pictures.ts';
import { findUnreachableControls } from './reachability.ts';
import { tabTo } from './tab-to.ts';

test.use({ expectedErrors: /ERR_FAILED/ });

const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });
const message = (page: Page, text: string) => thread(page).getByRole('article').filter({ hasText: text });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

const isShown = (picture: Locator): Promise<boolean> =>
  picture.evaluate(element => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0);

/** Receives an email. Returns the id of its ticket. */
async function receiveMail(api: ApiClient, mail: string): Promise<string> {
  const [mailbox] = await api.readMailboxes();
  const { id } = await api.receiveMail(mailbox?.id ?? '', mail);
  await expect.poll(async () => (await api.readMail(id)).state).toBe('processed');
  return (await api.readMail(id)).ticket_id ?? '';
}

test('A customer sends photos, and an agent views the photos with the keyboard', async ({ page, api, desk }) => {
  await openSignedIn(page);
  const ticketId = await receiveMail(api, writePhotoMail());
  await page.goto(`/tickets/${ticketId}`);
  const mail = message(page, 'Look at the light');

  await test.step('sees a photo in the text, a photo below the text, and a file', async () => {
    for (const name of ['The red light', 'label.png'])
      await expect.poll(() => isShown(mail.getByRole('img', { name }))).toBe(true);
    await expect(mail.getByRole('img', { name: 'The red light' })).toHaveJSProperty('height', 480);
    await expect(mail.getByRole('list', { name: 'Pictures' }).getByRole('listitem')).toHaveCount(1);
    await expect(mail.getByRole('list', { name: 'Other files' }).getByRole('listitem')).toContainText(
      'invoice of November for two label printers.pdf15 bytes',
    );
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Messages"]' })).toEqual([]);
  });

  await test.step('opens the photo, and moves to the other photo', async () => {
    await mail.focus();
    await tabTo(page, mail.getByRole('button', { name: 'label.png' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => isShown(dialog(page, 'label.png').getByRole('img'))).toBe(true);
    await page.keyboard.press('k');
    await expect.poll(() => isShown(dialog(page, 'light.png').getByRole('img'))).toBe(true);
    await expect(dialog(page, 'light.png').getByRole('status')).toHaveText('Amelie Laurent · 1 of 2');
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await expect(dialog(page, 'label.png')).toBeVisible();
  });

  await test.step('downloads the photo below the text', async () => {
    await tabTo(page, dialog(page, 'label.png').getByRole('link', { name: 'Download' }));
    const started = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const download = await started;
    expect(download.suggestedFilename()).toBe('label.png');
    expect(labelPng.equals(await readFile(await download.path()))).toBe(true);
  });

  await test.step('returns to the message', async () => {
    await tabTo(page, dialog(page, 'label.png').getByRole('button', { name: 'Open message' }));
    await page.keyboard.press('Enter');
    await expect(mail).toBeFocused();
  });

  await test.step('opens the picture in the text, which has no next picture', async () => {
    const picture = mail.getByRole('button', { name: 'The red light' });
    await tabTo(page, picture);
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'light.png').getByRole('link', { name: 'Download' })).toBeVisible();
    await expect(dialog(page, 'light.png').getByRole('button', { name: /Next/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(picture).toBeFocused();
  });

  await test.step('finds the file of a reply in the captured mail', async () => {
    const { id: fileId } = await api.uploadFile('terms.pdf', Buffer.from('%PDF-1.7'));
    const { delivery_id: delivery } = await api.addMessage(ticketId, {
      ...{ body: 'Our terms', type: 'reply', direction: 'out' },
      attachment_ids: [fileId],
    });
    await page.goto(`/mail/captured/${delivery}`);
    const file = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
    await expect(file).toHaveText('terms.pdf8 bytes Download terms.pdf');
    const started = page.waitForEvent('download');
    await file.getByRole('link').press('Enter');
    expect((await started).suggestedFilename()).toBe('terms.pdf');
    desk.setScan('terms.pdf', 'infected');
    await page.reload();
    await expect(file).toHaveText('terms.pdf8 bytesBlocked: it contains a virus');
    desk.setScan('terms.pdf', 'clean');
    await page.goto(`/tickets/${ticketId}`);
  });

  await test.step('the message and its photos fit on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await mail.getByRole('button', { name: 'label.png' }).click();
    await expect(dialog(page, 'label.png')).toBeVisible();
    expect(await findUnreachableControls(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await findUnreachableControls(page)).toEqual([]);
    expect(await findStructureViolations(page, { within: '[aria-label="Messages"]' })).toEqual([]);
    expect(await thread(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  await test.step('a file is not served after its message is deleted, or after the session has ended', async () => {
    const paths = await Promise.all(
      [mail, message(page, 'Our terms')].map(each => each.getByRole('link', { name: 'Download' }).getAttribute('href')),
    );
    const readStatuses = () =>
      page.evaluate(all => Promise.all(all.map(async path => (await fetch(path ?? '')).status)), paths);
    expect(await readStatuses()).toEqual([200, 200]);
    const terms = (await api.readMessages(ticketId)).find(({ body }) => body === 'Our terms');
    await api.deleteMessage(ticketId, terms?.id ?? '');
    expect(await readStatuses()).toEqual([200, 410]);
    await desk.revokeGrants(administrator);
    expect(await readStatuses()).toEqual([401, 401]);
  });
});

test('An agent reads a message with many files', async ({ page, desk, addColleague }) => {
  const ruth = await addColleague('Ruth');
  const { id } = await ruth.createTicket({ subject: 'All labels' });
  const names = Array.from({ length: 8 }, (_, index) => `label ${index + 1}.png`);
  const files = await ruth.uploadFiles([
    ...names.map((name, index) => [name, createPng(300 + index, 200)] as const),
    ['notes.txt', Buffer.from('Hello')],
  ]);
  await ruth.addMessage(id, { body: 'All of them', attachment_ids: files.map(file => file.id) });
  await openSignedIn(page, `/tickets/${id}`);
  const sent = message(page, 'All of them');
  const pictures = sent.getByRole('list', { name: 'Pictures' }).getByRole('listitem');

  await test.step('sees six of the files, and then all files', async () => {
    await expect(pictures).toHaveCount(6);
    await sent.getByRole('button', { name: /^9 files, .* Show all$/ }).press('Enter');
    await expect(pictures).toHaveCount(8);
    await expect(sent.getByRole('button', { name: /Show fewer$/ })).toBeFocused();
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Messages"]' })).toEqual([]);
  });

  await test.step('downloads all files with the palette', async () => {
    const downloaded: string[] = [];
    page.on('download', download => downloaded.push(download.suggestedFilename()));
    await page.keyboard.press('ControlOrMeta+k');
    await paletteField(page).fill('download all');
    await expect(palette(page).getByRole('option').first()).toContainText('Download all files');
    await page.keyboard.press('Enter');
    await expect(page.getByText('9 files downloaded')).toBeVisible();
    await expect.poll(() => downloaded).toEqual([...names, 'notes.txt']);
  });

  await test.step('retries a picture that failed to load, and goes to the next picture with the keyboard', async () => {
    await page.route('**/files/attachments/**', route => route.abort());
    await page.reload();
    await pictures.filter({ hasText: 'label 1.png' }).getByRole('button').press('Enter');
    await dialog(page, 'label 1.png').getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('j');
    const retry = dialog(page, 'label 2.png').getByRole('button', { name: 'Try again' });
    await retry.focus();
    await page.unrouteAll();
    await page.keyboard.press('Enter');
    await expect.poll(() => isShown(dialog(page, 'label 2.png').getByRole('img'))).toBe(true);
    await page.keyboard.press('j');
    await expect(dialog(page, 'label 3.png')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('sees which files are not served', async () => {
    const scanned = await ruth.uploadFiles([
      ['scanned 0', createPng(9, 9)],
      ['scanned 1', Buffer.from('MZ')],
    ]);
    desk.setScan('scanned 0', 'pending');
    desk.setScan('scanned 1', 'infected');
    await ruth.addMessage(id, { body: 'Two more', attachment_ids: scanned.map(file => file.id) });
    await page.reload();
    const more = message(page, 'Two more');
    await expect(more.getByRole('list', { name: 'Pictures' })).toHaveText('scanned 0Being scanned');
    await expect(more.getByRole('list', { name: 'Other files' })).toHaveText(
      'scanned 12 bytesBlocked: it contains a virus',
    );
    await expect(more.getByRole('link', { name: /Download/ })).toHaveCount(0);
    await pictures.getByRole('button', { name: 'label 1.png' }).press('Enter');
    await expect(dialog(page, 'label 1.png').getByRole('status')).toHaveText('Ruth · 1 of 8');
    await page.keyboard.press('Escape');
  });

  await test.step('sees pictures after their scan is retried', async () => {
    const [shown, listed] = await ruth.uploadFiles([
      ['shown', createPng(90, 60)],
      ['listed', createPng(91, 60)],
    ]);
    for (const name of ['shown', 'listed']) desk.setScan(name, 'failed');
    const body = `The plan: ![Plan](attachment:${shown?.id})`;
    await ruth.addMessage(id, { body, attachment_ids: [shown?.id ?? '', listed?.id ?? ''] });
    await page.clock.install();
    await page.reload();
    const plan = message(page, 'The plan:');
    await expect(plan.getByText('PlanBeing scanned')).toBeVisible();
    await expect(plan.getByRole('list', { name: 'Pictures' })).toHaveText('listedBeing scanned');
    for (const name of ['shown', 'listed']) desk.setScan(name, 'clean');
    await page.clock.fastForward(5000);
    for (const name of ['Plan', 'listed']) await expect.poll(() => isShown(plan.getByRole('img', { name }))).toBe(true);
  });
});
