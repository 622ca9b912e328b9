import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { tabTo } from './tab-to.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const composer = (page: Page) => page.getByRole('region', { name: 'Write a message' });
const chips = (page: Page) => composer(page).getByRole('list', { name: 'Files' }).getByRole('listitem');

/** Drops files and folders of this machine on an element, as a file manager does. */
async function dropPaths(target: Locator, files: readonly string[]): Promise<void> {
  const devtools = await target.page().context().newCDPSession(target.page());
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
}

test('An agent waits for uploads', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'stardesk-files-'));
  const names = ['photo.png', 'plan.pdf', 'letter.txt'];
  const paths = names.map(name => join(folder, name));
  for (const path of paths) await writeFile(path, Buffer.alloc(400 * 1024));
  await mkdir(join(folder, 'photos'));
  await openSignedIn(page, '/tickets/1042');
  await expect(reply(page)).toBeVisible();
  const devtools = await page.context().newCDPSession(page);
  const limit = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 20 * 1024 };
  await devtools.send('Network.emulateNetworkConditions', limit);

  await test.step('drops files and a folder', async () => {
    await dropPaths(reply(page), [...paths, join(folder, 'photos')]);
    await expect(chips(page)).toHaveText([/photo\.png/, /plan\.pdf/, /letter\.txt/]);
    await expect(page.getByText('Folders cannot be attached')).toBeVisible();
    await expect(page.getByText('Drop the files themselves instead.')).toBeVisible();
  });

  await test.step('sees two uploads at a time', async () => {
    await expect(composer(page).getByRole('progressbar')).toHaveCount(2);
    await expect(chips(page).nth(2)).toHaveText(/^letter\.txt400 KBWaiting/);
  });

  await test.step('cancels a message that waits for its files', async () => {
    await reply(page).fill('Here it is:');
    await reply(page).press('ControlOrMeta+Enter');
    await expect(chips(page)).toHaveCount(0);
    await expect(page.getByText('Sends when 3 files are uploaded')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
    await expect(reply(page)).toHaveValue('Here it is:');
    await expect(chips(page)).toHaveCount(3);
  });

  await test.step('removes each file with Tab and Delete', async () => {
    await reply(page).focus();
    await tabTo(page, composer(page).getByRole('button', { name: 'Remove photo.png' }));
    for (const count of [2, 1, 0]) {
      await page.keyboard.press('Delete');
      await expect(chips(page)).toHaveCount(count);
    }
    await expect(reply(page)).toBeFocused();
  });
  await rm(folder, { recursive: true });
});
