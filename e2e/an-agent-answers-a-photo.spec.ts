import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { palette, paletteField } from './palette.ts';
import { tabTo } from './tab-to.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const composer = (page: Page) => page.getByRole('region', { name: 'Write a message' });
const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('article').filter({ hasText: text });

const pdf = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n${'plan '.repeat(500)}`) };

/** Draws a photo of 20 × 10 pixels. */
const drawPhoto = async (page: Page) => {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(20, 10);
    canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())];
  });
  return { name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from(bytes) };
};

async function runInPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await paletteField(page).fill(name);
  await expect(palette(page).getByRole('option', { name }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}

test('An agent answers a photo with a PDF, with the keyboard alone', async ({ page, api }) => {
  await openSignedIn(page, '/mail/captured');
  const form = page.getByRole('dialog', { name: 'Write to Support' });

  await test.step('attaches a photo to a mail written as the customer', async () => {
    const photo = await drawPhoto(page);
    await expect(page.getByRole('button', { name: 'Write as the customer' })).toBeVisible();
    await runInPalette(page, 'Write as the customer');
    await expect(form.getByLabel('From')).toBeFocused();
    await page.keyboard.type('Nora Quist <nora@quist.example>');
    await page.keyboard.press('Tab');
    await page.keyboard.type('The lamp flickers');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Please look at this photo.');
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, form.getByRole('button', { name: 'Attach' }));
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(photo);
    await expect(form.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveText(/lamp\.png/);
    await expect(form.getByText('1 file uploaded')).toBeAttached();
  });

  await test.step('removes the photo, restores the photo after the form is closed, and sends the mail', async () => {
    await tabTo(page, form.getByRole('button', { name: 'Remove lamp.png' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await page.keyboard.press('z');
    await runInPalette(page, 'Write as the customer');
    await expect(form.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveText(/lamp\.png/);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(form).toBeHidden();
  });

  await test.step('opens the ticket, which shows the photo', async () => {
    await tabTo(page, page.getByRole('button', { name: /^Open the ticket/ }));
    await page.keyboard.press('Enter');
    await expect(message(page, 'Please look at this photo.')).toBeVisible();
    const photo = message(page, 'Please look at this photo.').getByRole('img', { name: 'lamp.png' });
    await expect(photo).toHaveJSProperty('naturalWidth', 20);
  });
  const ticketId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await test.step('forwards the photo to a workshop', async () => {
    await page.keyboard.press('f');
    await expect(composer(page).getByRole('textbox', { name: 'To', exact: true })).toBeFocused();
    await page.keyboard.type('workshop@quist.example,');
    await expect(composer(page).getByRole('list', { name: 'Files' })).toContainText('lamp.png');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(message(page, 'wrote:').getByText('Captured')).toBeVisible();
    const forwarded = (await api.readMessages(ticketId)).at(-1);
    expect(forwarded?.attachments.map(({ name }) => name)).toEqual(['lamp.png']);
  });

  await test.step('attaches a PDF to the reply and sends it', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Shift+A');
    await (await chooser).setFiles(pdf);
    await expect(composer(page).getByText('1 file uploaded')).toBeAttached();
    await page.keyboard.press('r');
    await expect(reply(page)).toBeFocused();
    await page.keyboard.type('The plan shows the right bulb.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(message(page, 'The plan shows the right bulb.').getByText('Captured')).toBeVisible();
  });

  await test.step('finds the PDF in the captured mail', async () => {
    const [delivery] = await api.readDeliveries(ticketId);
    const source = (await api.readSource(delivery?.id ?? '')).replaceAll('\r\n', '');
    expect(source).toContain('filename=plan.pdf');
    expect(source).toContain(pdf.buffer.toString('base64'));
    await tabTo(page, message(page, 'The plan shows the right bulb.').getByRole('link', { name: 'Show' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Re: The lamp flickers' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Files' })).toContainText('plan.pdf');
  });
});

test('A mail written as the customer has at most 18 MB of files', async ({ page }) => {
  await openSignedIn(page, '/mail/captured');
  await page.getByRole('button', { name: 'Write as the customer' }).click();
  const form = page.getByRole('dialog', { name: 'Write to Support' });
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Attach' }).click();
  const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(19 * 1024 * 1024) };
  await (await chooser).setFiles(film);
  await expect(form.getByRole('alert')).toHaveText('19 MB in total exceeds the limit of 18 MB');
  await expect(form.getByRole('button', { name: 'Send' })).toBeDisabled();
});
