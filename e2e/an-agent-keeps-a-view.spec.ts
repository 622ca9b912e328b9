import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { holdBack } from './hold-back.ts';
import { overTheApi } from './over-the-api.ts';

// A change that the desk fails at (500), one that another window was faster with (412).
test.use({ excused: /status of (412|500)/ });

const nav = (page: Page): Locator => page.getByRole('navigation', { name: 'Desk' });
const view = (page: Page, name: string | RegExp): Locator => nav(page).getByRole('link', { name });
const rows = (page: Page): Locator => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');

/** Chooses something in the menu of the view that is open. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `View “${name}”` }).click();
  await page
    .getByRole('dialog', { name: `View “${name}”` })
    .getByRole('button', { name: item })
    .click();
}

test('An agent keeps a view', async ({ page, context, browser, desk }) => {
  const ada = await desk.addPerson('Ada');
  await signIn(page, '/tickets?state=open&sort=-priority,created_at&tag=billing', ada);
  await expect(rows(page).first()).toBeVisible();
  const count = await rows(page).count();
  const api = overTheApi(context.request);

  const renameElsewhere = async (from: string, to: string): Promise<void> => {
    const other = await context.newPage();
    await other.goto(page.url());
    await choose(other, from, 'Rename');
    await expect(other.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await holdBack(other, 'GET', '**/api/views*');
    await other.keyboard.type(to);
    await other.keyboard.press('Enter');
    await expect(other.getByRole('region', { name: `“${to}” saved` })).toBeVisible();
    await expect(other.getByRole('dialog', { name: 'Rename view' })).toBeHidden();
    await other.close();
  };

  await test.step('saves the list under a name, once the name is one', async () => {
    await page.keyboard.press('v');
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Name is empty/);
    await dialog.getByLabel('Name').fill('EU billing');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'EU billing', level: 1 })).toBeVisible();
    await expect(view(page, 'EU billing')).toHaveAttribute('aria-current', 'page');
    await expect(view(page, 'EU billing')).toContainText(String(count));
    await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);
  });

  await test.step('takes it back, and saves it again', async () => {
    await page.getByRole('region', { name: '“EU billing” saved' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('region', { name: 'Undone: saved “EU billing”' })).toBeVisible();
    await expect(view(page, 'EU billing')).toHaveCount(0);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('EU billing');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(view(page, 'EU billing')).toHaveAttribute('aria-current', 'page');
  });

  await test.step('finds it again, and its name is there from the beginning', async () => {
    await view(page, 'Open').click();
    await expect(page.getByRole('heading', { name: 'Open', level: 1 })).toBeVisible();
    await page.reload();
    await view(page, 'EU billing').click();
    await expect(page).toHaveURL('/tickets?state=open&sort=-priority,created_at&tag=billing');
    await expect(page).toHaveTitle('EU billing · Stardesk');
    await expect(rows(page)).toHaveCount(count);
  });

  await test.step('of two views of one list the one chosen last is marked', async () => {
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

  await test.step('changes the list and makes the view that', async () => {
    await page.getByRole('button', { name: 'Remove the filter state: open' }).click();
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

  await test.step('is told when the desk fails at a change, and sees the view as it is', async () => {
    const views = /\/api\/views/;
    const fails = { status: 500, headers: { 'X-Request-Id': 'the-9th-request' }, json: { code: 50000, message: 'No' } };
    await page.route(views, route => route.fulfill(fails)); // nor can it be read again
    await choose(page, 'EU billing', 'Share with the team');
    await expect(page.getByRole('region', { name: 'Couldn’t change the view' })).toContainText('the-9th-request');
    await expect(view(page, 'EU billing')).toHaveAccessibleName(/^EU billing \d+$/);
    await page.unroute(views);
    await page.reload();
    await expect(view(page, 'EU billing')).toHaveAccessibleName(/^EU billing \d+$/);
  });

  await test.step('shares it: a colleague has it to read', async () => {
    await choose(page, 'EU billing', 'Share with the team');
    await expect(page.getByText('“EU billing” is shared with the team')).toBeVisible();
    const elsewhere = await browser.newContext({ baseURL: desk.url });
    const colleague = await elsewhere.newPage();
    await signIn(colleague);
    await view(colleague, 'EU billing (shared by Ada)').click();
    await expect(colleague.getByRole('heading', { name: 'EU billing', level: 1 })).toBeVisible();
    await expect(rows(colleague)).toHaveCount(count);
    await expect(colleague.getByRole('button', { name: /^View “/ })).toHaveCount(0);
    await elsewhere.close();
  });

  await test.step('has renamed it in another window: what is changed here goes together with that, and is undone alone', async () => {
    await renameElsewhere('EU billing', 'Billing in Europe');
    await choose(page, 'EU billing', 'Stop sharing');
    const merged = '“Billing in Europe” is now only visible to you; it was also changed in another window';
    await expect(page.getByRole('region', { name: merged })).toBeVisible();
    await expect(view(page, /^Billing in Europe \d+$/)).toBeVisible();
    await page.keyboard.press('z');
    await expect(view(page, 'Billing in Europe (shared with the team)')).toBeVisible();
  });

  await test.step('has renamed it in both: the stored name stays, and it is told', async () => {
    await renameElsewhere('Billing in Europe', 'Billing abroad');
    await choose(page, 'Billing in Europe', 'Rename');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Invoices');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Couldn’t change the view' })).toContainText(
      'It was changed in another window.',
    );
    await page.keyboard.press('Escape');
    await expect(view(page, 'Billing abroad (shared with the team)')).toBeVisible();
  });

  await test.step('deletes it, and thinks again', async () => {
    await choose(page, 'Billing abroad', 'Delete view');
    await expect(view(page, 'Billing abroad')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Open', level: 1 })).toBeVisible();
    await page.getByRole('region', { name: '“Billing abroad” deleted' }).getByRole('button', { name: 'Undo' }).click();
    await expect(view(page, 'Billing abroad (shared with the team)')).toHaveAttribute('aria-current', 'page');
  });
});
