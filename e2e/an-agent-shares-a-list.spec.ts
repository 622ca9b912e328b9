import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { administrator } from './people.ts';
import { watchBrowser } from './watch-browser.ts';

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search tickets' });
const getPath = (page: Page): string => page.url().replace(new URL(page.url()).origin, '');
const readClipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Reads the first ten ticket numbers of the list. Rows below the visible area are rendered later. */
async function readTicketNumbers(page: Page): Promise<string[]> {
  await expect(page.getByRole('list', { name: 'Tickets' })).toHaveAttribute('aria-busy', 'false');
  const texts = await rows(page).allInnerTexts();
  return texts.slice(0, 10).map(text => /#(\d+)/.exec(text)?.[1] ?? '');
}

test('An agent shares a list and a ticket', async ({ page, browser, desk, api }) => {
  await openSignedIn(page, '/tickets');
  const start = await readTicketNumbers(page);

  await test.step('searches and sorts by three keys', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('the invoice');
    await expect(page).toHaveURL('/tickets?q=the+invoice*');
    await page.getByRole('button', { name: /^Sort/ }).click();
    await page.getByLabel('Sort key 1', { exact: true }).selectOption('State');
    await page.getByLabel('Direction of sort key 1').selectOption('open first');
    await page.getByRole('button', { name: 'Then by' }).click();
    await page.getByLabel('Sort key 2', { exact: true }).selectOption('Priority');
    await page.getByRole('button', { name: 'Then by' }).click();
    await page.getByLabel('Sort key 3', { exact: true }).selectOption('Updated');
    await page.getByRole('button', { name: 'Move sort key 3 up' }).click();
    await expect(page).toHaveURL('/tickets?q=the+invoice*&sort=state,-updated_at,-priority');
    await expect(page.getByLabel('Sort key 2', { exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Move sort key 3 up' }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/tickets?q=the+invoice*&sort=state,-priority,-updated_at');
  });
  const tickets = await api.searchTickets('the invoice*', 'state,-priority,-updated_at');
  const found = tickets.slice(0, 10).map(({ id }) => id);
  expect(found.length).toBeGreaterThan(2);
  await expect.poll(() => readTicketNumbers(page)).toEqual(found);

  await test.step('a colleague opens the link and sees the same list', async () => {
    await page.getByRole('button', { name: 'Share this list' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const link = await readClipboard(page);
    expect(link).toBe(page.url());
    const otherContext = await browser.newContext({ baseURL: desk.url });
    const watched = watchBrowser(otherContext, undefined);
    const colleague = await otherContext.newPage();
    await openSignedIn(colleague, link, await desk.addPerson('Yara'));
    expect(getPath(colleague)).toBe(getPath(page));
    await expect.poll(() => readTicketNumbers(colleague)).toEqual(found);
    await expect(search(colleague)).toHaveValue('the invoice');
    expect(watched.problems).toEqual([]);
    await otherContext.close();
  });

  await test.step('presses y c, which copies a curl command that returns the same list', async () => {
    await page.keyboard.press('y');
    await page.keyboard.press('c');
    await expect(page.getByText('Command copied')).toBeVisible();
    const command = await readClipboard(page);
    expect(command).toContain(`'${desk.apiUrl}/v1/tickets?q=the+invoice*&sort=state,-priority,-updated_at'`);
    const env = { PATH: process.env['PATH'], TOKEN: await desk.createToken(administrator, 'tickets:read') };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
    expect((JSON.parse(stdout) as { id: string }[]).map(({ id }) => id).slice(0, 10)).toEqual(found);
  });

  await test.step('goes back: the search and the sorting are one step each', async () => {
    await page.goBack();
    await expect(page).toHaveURL('/tickets?q=the+invoice*');
    await expect(search(page)).toHaveValue('the invoice');
    await page.goBack();
    await expect(page).toHaveURL('/tickets');
    await expect(search(page)).toHaveValue('');
    await expect.poll(() => readTicketNumbers(page)).toEqual(start);
    await page.goForward();
    await page.goForward();
    await expect(page).toHaveURL('/tickets?q=the+invoice*&sort=state,-priority,-updated_at');
    await expect.poll(() => readTicketNumbers(page)).toEqual(found);
  });

  await test.step('clears the search with Escape and leaves the field with a second Escape', async () => {
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/tickets?sort=state,-priority,-updated_at');
    await expect(search(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search(page)).not.toBeFocused();
  });

  await test.step('copies a ticket as a link, as Markdown with its messages, and as curl', async () => {
    const choose = async (name: string, toast: string): Promise<string> => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('dialog', { name: 'More actions' }).getByRole('button', { name }).click();
      await expect(page.getByText(toast)).toBeVisible();
      return await readClipboard(page);
    };
    await page.goto('/tickets/1039?state=open');
    expect(await choose('Copy link', 'Link copied')).toBe(new URL('/tickets/1039', page.url()).href);
    expect(await choose('Copy as curl', 'Command copied')).toContain(`'${desk.apiUrl}/v1/tickets/1039'`);
    const markdown = await choose('Copy as Markdown', 'Markdown copied');
    expect(markdown).toMatch(/^# Nobody in the Lisbon office can sign in since the update\n/);
    expect(markdown).toContain('- Priority: Urgent\n');
    const articles = page.getByRole('region', { name: 'Messages' }).getByRole('article');
    expect(markdown.match(/^## /gm)).toHaveLength(await articles.count());
    expect(markdown).toMatch(/^## Jonas Weber \(internal note\), .*\n\n> Skew down to 11 s since 06:00\./m);
  });

  await test.step('prints the ticket', async () => {
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator(':root')).toHaveAttribute('data-printed');
  });
});
