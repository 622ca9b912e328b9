import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { navigateWithinPage } from './navigate-within-page.ts';
import { signInByRequest } from './sign-in-by-request.ts';

// The journey makes the removal of a star fail.
test.use({ expectedErrors: /status of 500/ });

const rows = (page: Page) => page.getByRole('list', { name: 'Gists' }).getByRole('listitem');
const starred = (page: Page) => rows(page).filter({ has: page.getByRole('img', { name: 'Starred' }) });
const getPath = (page: Page) => page.url().replace(new URL(page.url()).origin, '');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search gists' });

test('An agent finds a gist', async ({ page, addColleague, api }) => {
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await signInByRequest(page.request);
  const nora = await addColleague('Nora');
  const privateGist = await nora.addGist({
    description: 'Hers',
    public: false,
    files: { 'a.md': { content: 'Mine alone' } },
  });
  const unusualName = '"odd" ünï – name?.md';
  const large = Array.from({ length: 3_000 }, (_, line) => `line ${line} of a log that goes on for long`).join('\n');
  const ownGist = await api.addGist({
    description: '',
    public: false,
    files: { [unusualName]: { content: '# Odd' }, 'all.log': { content: large.slice(0, 100_000) } },
  });

  await test.step('searches, and goes back in one step', async () => {
    await page.goto('/gists?sort=created_at');
    await expect(rows(page).first()).toContainText('Reply: refund of a double charge');
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type('retries overtake');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Webhooks: why retries overtake');
    await expect.poll(() => getPath(page)).toBe('/gists?sort=created_at&q=retries+overtake*');
    await page.goBack();
    await expect(rows(page).first()).toContainText('Reply: refund of a double charge');
    await expect(search(page)).toHaveValue('');
  });

  await test.step('sees the agent’s own gist, which has no description, under its file name', async () => {
    await page.getByRole('navigation', { name: 'Gist lists' }).getByRole('link', { name: 'Mine 1' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(unusualName);
    await expect(rows(page)).toContainText('Only you');
    await rows(page).getByRole('link').click();
    const file = page.getByRole('article', { name: unusualName });
    await file.getByRole('link', { name: unusualName }).click();
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#file-${unusualName}`);
    await expect(file.getByRole('heading', { name: 'Odd', exact: true })).toBeVisible();
    const log = page.getByRole('article', { name: 'all.log' });
    await expect(log).not.toContainText('line 2000 ');
    await log.getByRole('button', { name: /Show all 100,000 characters/ }).click();
    await expect(log).toContainText('line 2000 ');
    await log.getByRole('button', { name: 'Copy all.log' }).click();
    await expect(log.getByRole('button', { name: 'Copied all.log' })).toBeVisible();
    expect(await readClipboard()).toBe(large.slice(0, 100_000));
    expect(getPath(page)).toContain(`/gists/${ownGist.id}?sort=created_at&owner_id=me`);
  });

  await test.step('removes a star in the starred list without losing the focus', async () => {
    await page.goto('/gists?sort=created_at');
    await expect(rows(page).first()).toBeVisible();
    for (const key of ['j', 's', 'j', 's']) await page.keyboard.press(key);
    await expect(starred(page)).toHaveCount(2);
    await page.getByRole('link', { name: 'Starred 2' }).last().click();
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).getByRole('link')).toBeFocused();
  });

  await test.step('sees the star again if removing it failed', async () => {
    await page.route('**/star', route => route.fulfill({ status: 500, json: { code: 50000, message: 'Broken' } }));
    await page.keyboard.press('s');
    await expect(page.getByRole('group', { name: 'Couldn’t unstar the gist' })).toBeVisible();
    await expect(starred(page)).toHaveCount(1);
    await page.unroute('**/star');
  });

  await test.step('gets an error for an invalid URL and for a private gist', async () => {
    await navigateWithinPage(page, '/gists?stared=true');
    await expect(page.getByRole('heading', { name: 'Couldn’t load gists' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'stared' })).toBeVisible();
    await navigateWithinPage(page, `/gists/${privateGist.id}`);
    await expect(page.getByRole('heading', { name: 'This gist is private' })).toBeVisible();
  });

  await test.step('sees that a colleague deleted the open gist', async () => {
    const { id } = await nora.addGist({ description: 'Closed on Monday', files: { 'a.md': { content: 'Text' } } });
    await navigateWithinPage(page, `/gists/${id}`);
    await expect(page.getByRole('heading', { name: 'Closed on Monday' })).toBeVisible();
    await nora.deleteGist(id);
    await expect(page.getByRole('heading', { name: 'This gist was deleted' })).toBeVisible();
  });
});
