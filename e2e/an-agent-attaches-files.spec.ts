import type { Locator, Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { findUnreachableControls } from './reachability.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const composer = (page: Page) => page.getByRole('region', { name: 'Write a message' });
const chips = (page: Page) => composer(page).getByRole('list', { name: 'Files' }).getByRole('listitem');
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');

test.use({ expectedErrors: /ERR_FAILED/ });

const megabyte = 1024 * 1024;
const pdf = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(26 * megabyte) };

type FilePayload = typeof pdf;

/** Runs an action that opens the file picker, and chooses files. */
async function choose(page: Page, open: () => Promise<unknown>, ...files: FilePayload[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await open();
  await (await chooser).setFiles(files);
}

async function openTicket(page: Page): Promise<void> {
  await openSignedIn(page, '/tickets/1042');
  await expect(reply(page)).toBeVisible();
  await expect(messages(page).first()).toBeVisible();
}

const removeButton = (page: Page, name: string): Locator =>
  composer(page).getByRole('button', { name: `Remove ${name}` });

/** Puts a picture of 2 × 2 pixels into the clipboard. */
const copyPicture = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2, 2);
    canvas.getContext('2d')?.fillRect(0, 0, 1, 1);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  });

/** Drags a file over an element, and drops it there if `isDropped`. */
const dragFile = (target: Locator, isDropped: boolean): Promise<void> =>
  target.evaluate((element, drops) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
    const options = { bubbles: true, cancelable: true, dataTransfer };
    element.dispatchEvent(new DragEvent('dragover', options));
    if (drops) element.dispatchEvent(new DragEvent('drop', options));
  }, isDropped);

test('An agent attaches files', async ({ page, api }) => {
  await openTicket(page);

  await test.step('chooses a file with the keyboard', async () => {
    await choose(page, () => page.keyboard.press('Shift+A'), pdf);
    await expect(chips(page)).toHaveText([/invoice\.pdf9 bytes/]);
    await expect(composer(page).getByText('1 file uploaded')).toBeAttached();
  });

  await test.step('cannot send the file without a message', async () => {
    const send = composer(page).getByRole('button', { name: 'Send', exact: true });
    await send.focus();
    await expect(send).toHaveAccessibleDescription('Add a message to send the files');
    await page.keyboard.press('Enter');
    await expect(reply(page)).toBeFocused();
    await expect(
      composer(page)
        .getByRole('status')
        .filter({ hasText: /^Add a message/ }),
    ).toBeVisible();
    await expect(chips(page)).toHaveCount(1);
  });

  await test.step('removes the file with Delete, and undoes the removal', async () => {
    await removeButton(page, 'invoice.pdf').focus();
    await page.keyboard.press('Delete');
    await expect(chips(page)).toHaveCount(0);
    await expect(reply(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('z');
    await expect(chips(page)).toHaveText([/invoice\.pdf/]);
  });

  await test.step('cannot send a file over the limit', async () => {
    await reply(page).fill('Here it is:');
    await choose(page, () => composer(page).getByRole('button', { name: 'Attach' }).click(), film);
    await expect(chips(page).nth(1)).toHaveText(/film\.mp426 MB exceeds the limit of 25 MB/);
    await expect(composer(page).getByText('Couldn’t upload film.mp4')).toBeAttached();
    await expect(composer(page).getByText('Can’t be sent with these files')).toBeVisible();
    await expect(composer(page).getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Write a message"]' })).toEqual([]);
    await removeButton(page, 'film.mp4').press('Enter');
    await expect(chips(page)).toHaveCount(1);
    await expect(removeButton(page, 'invoice.pdf')).toBeFocused();
    await expect(composer(page).getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  });

  await test.step('pastes a picture at the caret', async () => {
    await copyPicture(page);
    await reply(page).press('ControlOrMeta+End');
    await page.keyboard.press('ControlOrMeta+V');
    await expect(reply(page)).toHaveValue(/^Here it is:!\[image\.png\]\(attachment:new-\w{8}\)$/);
    await page.keyboard.type(' Thanks!');
    await expect(chips(page)).toHaveText([/invoice\.pdf/, /image\.png/]);
  });

  await test.step('drops a file on the ticket', async () => {
    await dragFile(messages(page).first(), false);
    await expect(page.getByText('Drop to attach to this reply')).toBeVisible();
    await dragFile(messages(page).first(), true);
    await expect(page.getByText('Drop to attach to this reply')).toHaveCount(0);
    await expect(chips(page)).toHaveText([/invoice\.pdf/, /image\.png/, /dropped\.txt/]);
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Write a message"]' })).toEqual([]);
  });

  await test.step('undoes the send, which restores text and files', async () => {
    await reply(page).press('ControlOrMeta+Enter');
    await expect(chips(page)).toHaveCount(0);
    await page.keyboard.press('z');
    await expect(reply(page)).toHaveValue(/^Here it is:!\[image\.png\].* Thanks!$/);
    await expect(chips(page)).toHaveCount(3);
  });

  await test.step('sends the text with its picture and files', async () => {
    await reply(page).press('ControlOrMeta+Enter');
    await expect.poll(async () => (await api.readMessages('1042')).at(-1)?.body).toMatch(/^Here it is/);
    const sent = (await api.readMessages('1042')).at(-1);
    expect(sent?.attachments.map(({ name }) => name)).toEqual(['invoice.pdf', 'image.png', 'dropped.txt']);
    expect(sent?.body).toBe(`Here it is:![image.png](attachment:${sent?.attachments[1]?.id}) Thanks!`);
  });
});

test('An agent attaches a file to a note, and the reply keeps its own file', async ({ page, api }) => {
  await openTicket(page);
  await choose(page, () => page.keyboard.press('Shift+A'), pdf);
  await expect(composer(page).getByText('1 file uploaded')).toBeAttached();
  const mails = await api.readDeliveries('1042');

  await page.keyboard.press('n');
  await expect(chips(page)).toHaveCount(0);
  await dragFile(messages(page).first(), false);
  await expect(page.getByText('Drop to attach to this note')).toBeVisible();
  await dragFile(messages(page).first(), true);
  await expect(chips(page)).toHaveText([/dropped\.txt/]);
  await page.keyboard.type('For the team');
  expect(await findViolationsInBothThemes(page, { within: '[aria-label="Write a message"]' })).toEqual([]);
  await page.keyboard.press('ControlOrMeta+Enter');

  const note = messages(page).filter({ hasText: 'For the team' });
  await expect(note.getByRole('link', { name: 'Download dropped.txt' })).toBeVisible();
  const { type, attachments } = (await api.readMessages('1042')).at(-1) ?? {};
  expect([type, attachments?.map(({ name }) => name)]).toEqual(['note', ['dropped.txt']]);
  expect(await api.readDeliveries('1042')).toEqual(mails);
  await page.keyboard.press('r');
  await expect(chips(page)).toHaveText([/invoice\.pdf/]);
});

test('An agent retries a failed upload', async ({ page }) => {
  await openTicket(page);
  await page.route('**/api/attachments?*', route => route.abort());
  await choose(page, () => page.keyboard.press('Shift+A'), pdf);
  await expect(chips(page)).toHaveText(/invoice\.pdfCouldn’t upload/);
  await expect(composer(page).getByText('Couldn’t upload invoice.pdf')).toBeAttached();
  expect(await findViolationsInBothThemes(page, { within: '[aria-label="Write a message"]' })).toEqual([]);
  await page.unrouteAll();
  await composer(page).getByRole('button', { name: 'Retry invoice.pdf' }).click();
  await expect(composer(page).getByText('1 file uploaded')).toBeAttached();
  await expect(chips(page)).toHaveText(/invoice\.pdf9 bytes/);
});

test('An agent attaches a file on a phone', async ({ page, api }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openTicket(page);
  await reply(page).fill('Here it is:');
  const long = { ...pdf, name: `${'Invoice for November '.repeat(5)}.pdf` };
  await choose(page, () => composer(page).getByRole('button', { name: 'Attach' }).click(), pdf, long);
  await expect(chips(page)).toHaveCount(2);
  await expect(composer(page).getByText('2 files uploaded')).toBeAttached();
  expect(await findUnreachableControls(page)).toEqual([]);
  await composer(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => (await api.readMessages('1042')).at(-1)?.attachments.length).toBe(2);
});

test('A removed file that the desk has deleted is not restored', async ({ page, api }) => {
  await openTicket(page);
  await choose(page, () => page.keyboard.press('Shift+A'), pdf);
  await expect(composer(page).getByText('1 file uploaded')).toBeAttached();
  await removeButton(page, 'invoice.pdf').press('Delete');
  await api.deleteUnattachedFiles();
  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await expect(page.getByText('Couldn’t restore invoice.pdf')).toBeVisible();
  await expect(page.getByText('It is no longer on the desk. Attach it again.')).toBeVisible();
  await expect(chips(page)).toHaveCount(0);
});

test('A file that the desk deleted blocks the reply', async ({ page, api }) => {
  await openTicket(page);
  await choose(page, () => page.keyboard.press('Shift+A'), pdf);
  await expect(composer(page).getByText('1 file uploaded')).toBeAttached();
  await reply(page).fill('Here it is:');
  await api.deleteUnattachedFiles();
  await page.reload();
  await expect(chips(page)).toHaveText([/No longer on the desk. Attach it again./]);
  await expect(composer(page).getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
});

test('A browser that cannot store files asks the agent to keep the window open during an upload', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
  });
  await page.route('**/api/attachments?*', () => undefined); // the upload never ends
  await openTicket(page);
  await choose(page, () => page.keyboard.press('Shift+A'), pdf);
  await expect(composer(page).getByText('Keep this window open until the files are uploaded')).toBeVisible();
});
