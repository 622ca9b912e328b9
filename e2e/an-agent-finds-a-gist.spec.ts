import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { follow } from './follow.ts';
import { overTheApi } from './over-the-api.ts';
import { signInUnseen } from './sign-in-unseen.ts';

// A parameter nobody knows (422), a gist of somebody's own (403), stars that are refused (500).
test.use({ excused: /status of (403|422|500)/ });

const halfAMinute = 30_500;

const rows = (page: Page) => page.getByRole('list', { name: 'Gists' }).getByRole('listitem');
const starred = (page: Page) => rows(page).filter({ has: page.getByRole('img', { name: 'Starred' }) });
const pathOf = (page: Page) => page.url().replace(new URL(page.url()).origin, '');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search gists' });

test('An agent finds a gist', async ({ page, context, desk, addColleague }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await signInUnseen(page.request);
  const nora = await addColleague('Nora');
  const hers = await nora.addGist({ description: 'Hers', public: false, files: { 'a.md': { content: 'Mine alone' } } });
  const odd = '"odd" ünï – name?.md';
  const large = Array.from({ length: 3_000 }, (_, line) => `line ${line} of a log that goes on for long`).join('\n');
  const mine = await overTheApi(page.request).addGist({
    description: '',
    public: false,
    files: { [odd]: { content: '# Odd' }, 'all.log': { content: large.slice(0, 100_000) } },
  });

  await test.step('searches, which is one step in the history', async () => {
    await page.goto('/gists?sort=created_at');
    await expect(rows(page).first()).toContainText('Reply: refund of a double charge');
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type('retries overtake');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Webhooks: why retries overtake');
    await expect.poll(() => pathOf(page)).toBe('/gists?sort=created_at&q=retries+overtake');
    await page.goBack();
    await expect(rows(page).first()).toContainText('Reply: refund of a double charge');
    await expect(search(page)).toHaveValue('');
  });

  await test.step('shares the list, as a link and as a command', async () => {
    await page.getByRole('button', { name: 'Share this list' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await copied()).toBe(`${desk.url}/gists?sort=created_at`);
    await page.keyboard.press('y');
    await page.keyboard.press('c');
    await expect(page.getByText('Command copied')).toBeVisible();
    expect(await copied()).toContain(`'${desk.apiUrl}/v1/gists?sort=created_at'`);
  });

  await test.step('sees their own, one without a description under the name of its file', async () => {
    await page.getByRole('navigation', { name: 'Which gists' }).getByRole('link', { name: 'Mine 1' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(odd);
    await expect(rows(page)).toContainText('Only you');
    await rows(page).getByRole('link').click();
    const file = page.getByRole('article', { name: odd });
    await file.getByRole('link', { name: odd }).click();
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#file-${odd}`);
    await expect(file.getByRole('heading', { name: 'Odd', exact: true })).toBeVisible();
    const log = page.getByRole('article', { name: 'all.log' });
    await expect(log).not.toContainText('line 2000 ');
    await log.getByRole('button', { name: /Show all 100,000 characters/ }).click();
    await expect(log).toContainText('line 2000 ');
    await log.getByRole('button', { name: 'Copy all.log' }).click();
    await expect(log.getByRole('button', { name: 'Copied all.log' })).toBeVisible();
    expect(await copied()).toBe(large.slice(0, 100_000));
    expect(pathOf(page)).toContain(`/gists/${mine.id}?sort=created_at&owner_id=me`);
  });

  await test.step('takes stars off in the list of them, and the focus stays in it', async () => {
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

  await test.step('keeps a star that could not be taken off', async () => {
    await page.route('**/star', route => route.fulfill({ status: 500, json: { code: 50000, message: 'Broken' } }));
    await page.keyboard.press('s');
    await expect(page.getByRole('region', { name: 'Couldn’t unstar the gist' })).toBeVisible();
    await expect(starred(page)).toHaveCount(1);
    await page.unroute('**/star');
  });

  await test.step('is told what is wrong with an address, and whose a gist is', async () => {
    await follow(page, '/gists?stared=true');
    await expect(page.getByRole('heading', { name: 'Couldn’t load gists' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'stared' })).toBeVisible();
    await follow(page, `/gists/${hers.id}`);
    await expect(page.getByRole('heading', { name: 'This gist is private' })).toBeVisible();
  });

  await test.step('finds what a colleague adds and deletes where it belongs, but only when asked for it', async () => {
    await page.clock.install();
    const waitForNews = async (): Promise<void> => {
      const read = page.waitForResponse(/\/api\/gists\?sort=-created_at&per_page/);
      await page.clock.fastForward(halfAMinute);
      await read;
    };
    const going = await nora.addGist({ description: 'Going soon', files: { 'a.md': { content: 'Soon' } } });
    await page.goto('/gists?sort=-created_at');
    const leaving = rows(page).filter({ hasText: 'Going soon' });
    await expect(rows(page).first()).toContainText('Going soon');
    await waitForNews();
    await nora.addGist({ description: 'Reply: the lift is stuck', files: { 'a.md': { content: 'Take the stairs' } } });
    await nora.deleteGist(going.id);
    await leaving.hover();
    const before = await leaving.boundingBox();
    await waitForNews();
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
    await expect(leaving).toContainText('no longer in this list');
    expect(await leaving.boundingBox()).toEqual(before);
    await page.keyboard.press('.');
    await expect(rows(page).first()).toContainText('Reply: the lift is stuck');
    await expect(leaving).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: /^Now \d+ gists$/ })).toHaveCount(1);
  });
});
