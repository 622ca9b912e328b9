import type { Locator, Page } from '@playwright/test';
import { findAccessibilityViolations } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { navigateWithinPage } from './navigate-within-page.ts';

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');

const gist = (page: Page): Locator => page.getByRole('region', { name: 'Gist', exact: true });

/** The keys of actions that write. */
const writingKeys = ['c', 'Shift+E', 'Shift+C', 'e', 'o', 'r', 'n', 'a', 'p', 't', '#', 'z'];

test('A viewer only reads', async ({ page, desk }) => {
  const viewer = await desk.addPerson('Wanda', 'viewer');
  const rejected: string[] = [];
  page.on('response', response => {
    if ([403, 405].includes(response.status())) rejected.push(`${response.request().method()} ${response.url()}`);
  });

  await test.step('sees a list without controls for actions that would be rejected', async () => {
    await openSignedIn(page, '/tickets?state=open', viewer);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
    await page.keyboard.press('j');
    await expect(rows(page).first().getByRole('link')).toBeFocused();
    await page.keyboard.press('x');
    await page.keyboard.press('Space');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Search the list')).toBeVisible();
    await expect(sheet.getByText('New ticket', { exact: true })).toHaveCount(0);
    await expect(sheet.getByText('Close the ticket')).toHaveCount(0);
    await expect(sheet.getByRole('region', { name: 'In a list' }).getByText('Last row', { exact: true })).toBeVisible();
    await expect(sheet.getByRole('region', { name: 'Writing a message' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('saves a view, which viewers may do', async () => {
    await navigateWithinPage(page, '/tickets?state=open&tag=sso');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sign-in trouble');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Sign-in trouble', level: 1 })).toBeVisible();
  });

  await test.step('reads a ticket, and no key changes it', async () => {
    await rows(page).filter({ hasText: 'Nobody in the Lisbon office' }).getByRole('link').click();
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true });
    for (const query of ['remove tag', 'send', 'discard']) {
      await page.keyboard.press('ControlOrMeta+k');
      const palette = page.getByRole('dialog', { name: 'Command palette' });
      await palette.getByRole('combobox').fill(query);
      await expect(palette.getByRole('option', { name: 'Search all tickets' })).toBeVisible();
      await expect(palette.getByRole('option', { name: /^(Remove|Send|Discard)/ })).toHaveCount(0);
      await page.keyboard.press('Escape');
    }
    await expect(ticket.getByRole('textbox')).toHaveCount(0);
    await expect(ticket.getByRole('button', { name: /Close|Priority|Assignee|State|Edit|Delete/ })).toHaveCount(0);
    // The arrow key separates the shortcuts: keys in quick succession count as typed text.
    for (const key of writingKeys) for (const pressed of [key, 'ArrowLeft']) await page.keyboard.press(pressed);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    for (const menu of await ticket.getByRole('button', { name: /^Actions: / }).all()) {
      await menu.press('Enter');
      await expect(page.getByRole('dialog').getByRole('button')).toHaveText(['Copy text', 'Copy link']);
      await page.keyboard.press('Escape');
    }
  });

  await test.step('watches the ticket, which viewers may do', async () => {
    await page.keyboard.press('w');
    await expect(page.getByRole('group', { name: /^Watching #/ })).toBeVisible();
  });

  await test.step('stars a gist, which viewers may do', async () => {
    await navigateWithinPage(page, '/gists/1');
    const starred = page.waitForResponse(response => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Star', exact: true }).click();
    expect((await starred).status()).toBe(204);
    await expect(page.getByRole('button', { name: /Edit|Delete|New gist/ })).toHaveCount(0);
  });

  await test.step('opens the URL of a form, and finds a link instead of the form', async () => {
    for (const [path, link, target] of [
      ['/gists/1/edit', 'Open the gist', '/gists/1'],
      ['/gists/new', 'Show the gists', '/gists'],
    ] as const) {
      await navigateWithinPage(page, path);
      await expect(gist(page).getByRole('heading', { name: /^Your role can’t (create|edit) gists$/ })).toBeVisible();
      await expect(gist(page).getByRole('textbox')).toHaveCount(0);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await gist(page).getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(target);
    }
  });

  expect(rejected, 'rejected requests').toEqual([]);

  await test.step('becomes an agent and gets the controls with the next response', async () => {
    await navigateWithinPage(page, '/tickets/1039');
    await expect(page.getByRole('heading', { name: /Nobody in the Lisbon office/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0);
    await desk.setRole(viewer, 'agent');
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Waiting' }).click();
    await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible();
    await rows(page).first().getByRole('link').click();
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
  });

  await test.step('starts writing, becomes a viewer again, and does not lose the drafts', async () => {
    await page.getByRole('textbox', { name: 'Reply' }).fill('Half a reply');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('dialog', { name: 'New ticket' }).getByLabel('Subject').fill('Half a ticket');
    for (const [path, description] of [
      ['/gists/new', 'Half a gist'],
      ['/gists/1/edit', 'Another half'],
    ] as const) {
      await page.goto(path);
      await page.getByLabel('Description').fill(description);
      await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible();
    }
    await desk.setRole(viewer, 'viewer');
    await page.goto('/drafts');
    const drafts = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
    await expect(drafts).toHaveCount(4);
    for (const text of ['Half a ticket', 'Half a reply', 'Another half', 'Half a gist']) {
      const draft = drafts.filter({ hasText: text });
      await draft.getByRole('button', { name: /^Copy / }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
      await expect(draft.getByRole('button'), 'only Copy, and Discard as an icon').toHaveText([/^Cop/, '']);
    }
    await drafts.filter({ hasText: 'Another half' }).getByRole('link').click();
    await expect(page).toHaveURL('/gists/1');
    await expect(gist(page).getByText('You have unsaved changes')).toBeVisible();
    await expect(gist(page).getByRole('button', { name: 'Copy your unsaved changes' })).toBeVisible();
    await expect(gist(page).getByRole('link', { name: 'Continue editing' })).toHaveCount(0);
    await navigateWithinPage(page, '/gists/new');
    await gist(page).getByRole('link', { name: 'Open Drafts' }).click();
    await expect(drafts).toHaveCount(4);
    expect(rejected, 'rejected requests').toEqual([]);
  });
});
