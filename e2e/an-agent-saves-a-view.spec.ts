import type { Locator, Page } from '@playwright/test';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

// The journey makes a change of a view fail.
test.use({ expectedErrors: /status of 500/ });

const nav = (page: Page): Locator => page.getByRole('navigation', { name: 'Desk' });
const view = (page: Page, name: string | RegExp): Locator => nav(page).getByRole('link', { name });
const rows = (page: Page): Locator => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');

/** Clicks an item in the menu of the open view. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `View “${name}”` }).click();
  await page
    .getByRole('dialog', { name: `View “${name}”` })
    .getByRole('button', { name: item })
    .click();
}

test('An agent saves a view', async ({ page, context, browser, desk, api }) => {
  const ada = await desk.addPerson('Ada');
  await openSignedIn(page, '/tickets?state=open&sort=-priority,created_at&tag=billing', ada);
  await expect(rows(page).first()).toBeVisible();
  const count = await rows(page).count();

  const renameElsewhere = async (from: string, to: string): Promise<void> => {
    const otherTab = await context.newPage();
    await otherTab.goto(page.url());
    await choose(otherTab, from, 'Rename');
    await expect(otherTab.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await delayRequests(otherTab, 'GET', '**/api/views*');
    await otherTab.keyboard.type(to);
    await otherTab.keyboard.press('Enter');
    await expect(otherTab.getByRole('group', { name: `“${to}” saved` })).toBeVisible();
    await expect(otherTab.getByRole('dialog', { name: 'Rename view' })).toBeHidden();
    await otherTab.close();
  };

  await test.step('saves the list after entering a valid name', async () => {
    await page.keyboard.press('v');
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Enter the name');
    await dialog.getByLabel('Name').fill('EU billing');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'EU billing', level: 1 })).toBeVisible();
    await expect(view(page, 'EU billing')).toHaveAttribute('aria-current', 'page');
    await expect(view(page, 'EU billing')).toContainText(String(count));
    await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);
  });

  await test.step('undoes the save and saves the view again', async () => {
    await page.getByRole('group', { name: '“EU billing” saved' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('group', { name: 'Undone: saved “EU billing”' })).toBeVisible();
    await expect(view(page, 'EU billing')).toHaveCount(0);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('EU billing');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(view(page, 'EU billing')).toHaveAttribute('aria-current', 'page');
  });

  await test.step('opens the view after a reload, with its name in the title', async () => {
    await view(page, 'Open').click();
    await expect(page.getByRole('heading', { name: 'Open', level: 1 })).toBeVisible();
    await page.reload();
    await view(page, 'EU billing').click();
    await expect(page).toHaveURL('/tickets?state=open&sort=-priority,created_at&tag=billing');
    await expect(page).toHaveTitle('EU billing · Stardesk');
    await expect(rows(page)).toHaveCount(count);
  });

  await test.step('opens two equal views in turn; only the last opened view is marked as current', async () => {
    const query = 'state=open&sort=-priority,created_at&tag=billing';
    const { id } = await api.addView({ name: 'The same again', query });
    await page.reload();
    const marked = nav(page).locator('[aria-current]');
    for (const name of ['The same again', 'EU billing']) {
      await view(page, name).click();
      await expect(marked).toHaveText(new RegExp(name));
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    }
    await api.deleteView(id);
    await page.reload();
    await expect(view(page, 'The same again')).toHaveCount(0);
  });

  await test.step('changes the list and updates the view', async () => {
    await page.getByRole('button', { name: '+ Filter' }).click();
    await page.getByRole('dialog', { name: 'Filter' }).getByLabel('Open').uncheck();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/tickets?sort=-priority,created_at&tag=billing');
    await expect(page.getByRole('heading', { name: 'EU billing', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Update view' }).click();
    await expect(page.getByText('“EU billing” updated')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save as new' })).toHaveCount(0);
    await page.keyboard.press('z');
    await expect(page.getByText('Change undone')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Update view' })).toBeVisible();
    await view(page, 'EU billing').click();
    await expect(page).toHaveURL('/tickets?state=open&sort=-priority,created_at&tag=billing');
  });

  await test.step('gets an error if a change fails, and sees the unchanged view', async () => {
    const views = /\/api\/views/;
    const failure = {
      status: 500,
      headers: { 'X-Request-Id': 'the-9th-request' },
      json: { code: 50000, message: 'No' },
    };
    await page.route(views, route => route.fulfill(failure)); // reading fails too
    await choose(page, 'EU billing', 'Share with the team');
    await expect(page.getByRole('group', { name: 'Couldn’t change the view' })).toContainText('the-9th-request');
    await expect(view(page, 'EU billing')).toHaveAccessibleName(/^EU billing \d+$/);
    await page.unroute(views);
    await page.reload();
    await expect(view(page, 'EU billing')).toHaveAccessibleName(/^EU billing \d+$/);
  });

  await test.step('shares the view with a colleague, who can only read it', async () => {
    await choose(page, 'EU billing', 'Share with the team');
    await expect(page.getByText('“EU billing” is shared with the team')).toBeVisible();
    const otherContext = await browser.newContext({ baseURL: desk.url });
    const colleague = await otherContext.newPage();
    await openSignedIn(colleague);
    await view(colleague, 'EU billing (shared by Ada)').click();
    await expect(colleague.getByRole('heading', { name: 'EU billing', level: 1 })).toBeVisible();
    await expect(rows(colleague)).toHaveCount(count);
    await expect(colleague.getByRole('button', { name: /^View “/ })).toHaveCount(0);
    await otherContext.close();
  });

  await test.step('renames the view after a rename in a second window', async () => {
    await renameElsewhere('EU billing', 'Billing abroad');
    await choose(page, 'EU billing', 'Rename');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Invoices');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: '“Invoices” saved' })).toBeVisible();
    await expect(view(page, 'Invoices (shared with the team)')).toBeVisible();
  });

  await test.step('deletes the view and restores it', async () => {
    await choose(page, 'Invoices', 'Delete view');
    await expect(view(page, 'Invoices')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Open', level: 1 })).toBeVisible();
    await page.getByRole('group', { name: '“Invoices” deleted' }).getByRole('button', { name: 'Undo' }).click();
    await expect(view(page, 'Invoices (shared with the team)')).toHaveAttribute('aria-current', 'page');
  });
});
