import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import type { Person } from './people.ts';
import { signInByRequest } from './sign-in-by-request.ts';
import { tabTo } from './tab-to.ts';

const people = (page: Page) => page.getByRole('list', { name: 'People' });
const row = (page: Page, name: string) => people(page).getByRole('link', { name });
const form = (page: Page) => page.getByRole('form', { name: 'Person' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Presses a button with the keyboard. */
async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press('Enter');
}

/** Reads the generated password, copies it and confirms that it is stored. */
const storePassword = (page: Page) => storeSecret(page, 'New password', 'Copy the password');

/** Reads the link to choose a password, copies it and confirms that it is stored. */
const storeLink = (page: Page) => storeSecret(page, 'Link to choose a password', 'Copy the link');

async function storeSecret(page: Page, title: string, copy: string): Promise<string> {
  const shown = dialog(page, title);
  await expect(shown.getByRole('button', { name: copy })).toBeFocused();
  expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(shown.getByText('Copied')).toBeVisible();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  await expect(shown).toContainText(secret);
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await expect(shown, 'Escape does not close the dialog').toBeVisible();
  await expect(shown.getByRole('button', { name: /^Cop/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(shown.getByRole('button', { name: 'I have stored it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shown).toBeHidden();
  return secret;
}

test('An administrator manages people with the keyboard', async ({ page, desk, playwright }) => {
  const colleague = await playwright.request.newContext({ baseURL: desk.url });
  const priya: Person = { name: 'Priya Nair', email: 'priya@desk.example', password: '' };
  const isSignedIn = async () => (await (await colleague.get('/session')).json()).signed_in;
  await openSignedIn(page, '/tickets');

  await test.step('adds a person with a generated password, after an address in use is rejected', async () => {
    for (const key of ['g', 's']) await page.keyboard.press(key);
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    for (const key of ['j', 'Enter']) await page.keyboard.press(key);
    await expect(row(page, 'Administrator')).toHaveText(/You.*admin@stardesk\.local.*Administrator/);
    await page.keyboard.press('c');
    await expect(form(page).getByLabel('Name')).toBeFocused();
    await page.keyboard.type(priya.name);
    await page.keyboard.press('Tab');
    await page.keyboard.type('MARA@stardesk.local');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Email is already used by another person')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(priya.email);
    await page.reload();
    await expect(form(page).getByLabel('Email'), 'the draft').toHaveValue(priya.email);
    await expect(form(page).getByLabel('Name')).toBeFocused();
    await tabTo(page, form(page).getByLabel('Access'));
    await page.keyboard.press('g');
    await page.keyboard.press('ControlOrMeta+Enter');
    priya.password = await storePassword(page);
    await expect(page.getByRole('heading', { name: priya.name })).toBeVisible();
    await expect(page.getByRole('link', { name: '0 open tickets' })).toBeVisible();
    await signInByRequest(colleague, priya);
    expect(await isSignedIn()).toBe(true);
  });

  await test.step('changes the role, and undoes the change', async () => {
    await tabTo(page, form(page).getByLabel('Role'));
    await page.keyboard.press('v');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(button(page, 'Undo')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(row(page, priya.name)).toContainText('Viewer');
    await page.keyboard.press('z');
    await expect(row(page, priya.name)).toContainText('Agent');
  });

  await test.step('enters a new password, which signs the person out everywhere', async () => {
    for (const key of ['k', 'j', 'j', 'j', 'j', 'j', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('heading', { name: priya.name })).toBeVisible();
    await pressButton(page, 'Set a new password');
    await expect(page.getByRole('radio', { name: 'Generate one' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Password is shorter than 10/)).toBeVisible();
    expect(await isSignedIn()).toBe(true);
    await page.keyboard.type(' but longer now');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Password set', { exact: true })).toBeVisible();
    await expect(button(page, 'Set a new password')).toBeFocused();
    await expect.poll(isSignedIn).toBe(false);
    await signInByRequest(colleague, { ...priya, password: 'short but longer now' });
  });

  await test.step('generates a password', async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: 'Generate one' })).toBeFocused();
    await page.keyboard.press('Enter');
    priya.password = await storePassword(page);
    await expect.poll(isSignedIn).toBe(false);
    await signInByRequest(colleague, priya);
  });

  await test.step('disables the person after a confirmation', async () => {
    await pressButton(page, 'Disable');
    const confirmation = dialog(page, 'Disable this person?');
    await expect(confirmation).toContainText(
      /“Priya Nair” \(priya@desk\.example\) is signed out everywhere.*tokens are revoked.*They keep their 0 open tickets/,
    );
    await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Priya Nair disabled')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Access' })).toBeFocused();
    await expect.poll(isSignedIn).toBe(false);
    await page.keyboard.press('Escape');
    await expect(people(page).getByRole('link').last()).toHaveText(/Priya Nair.*Disabled/);
  });

  await test.step('enables the person, undoes the change, and enables the person again', async () => {
    await row(page, priya.name).press('Enter');
    await pressButton(page, 'Enable');
    await expect(button(page, 'Disable')).toBeVisible();
    await page.keyboard.press('z');
    await expect(button(page, 'Enable')).toBeVisible();
    await pressButton(page, 'Enable');
    await expect(button(page, 'Disable')).toBeVisible();
    await signInByRequest(colleague, priya);
  });

  await test.step('opens the tickets of a person', async () => {
    await page.keyboard.press('Escape');
    await row(page, 'Mara Okafor').press('Enter');
    await tabTo(page, page.getByRole('link', { name: /^\d+ open tickets$/ }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/tickets\?state=open&assignee_id=\d+&/);
    await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('listitem').first()).toBeVisible();
  });
  await colleague.dispose();
});

test('An administrator invites a person and resets their password by link', async ({
  page,
  desk,
  browser,
  playwright,
}) => {
  const priya: Person = { name: 'Priya Nair', email: 'priya@desk.example', password: 'the password of Priya' };
  const colleague = await browser.newPage();
  const choosePassword = async (link: string): Promise<void> => {
    await colleague.goto(link);
    for (const label of ['Password', 'Password again'])
      await colleague.getByLabel(label, { exact: true }).fill(priya.password);
    await colleague.keyboard.press('Enter');
    await expect(colleague.getByLabel('Password again')).toBeHidden();
  };
  await openSignedIn(page, '/settings/people/new');

  await test.step('a desk that cannot send mail shows the link', async () => {
    await expect(form(page).getByLabel('Name')).toBeFocused();
    await page.keyboard.type(priya.name);
    await page.keyboard.press('Tab');
    await page.keyboard.type(priya.email);
    await page.keyboard.press('ControlOrMeta+Enter');
    await storeLink(page);
    await expect(page.getByRole('heading', { name: priya.name })).toBeVisible();
  });

  await test.step('withdraws the invitation, and invites the person again', async () => {
    await pressButton(page, 'Withdraw');
    await expect(dialog(page, 'Withdraw this invitation?')).toContainText('The link of Priya Nair stops working.');
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByText(/^Invited until/)).toBeHidden();
    await pressButton(page, 'Invite');
    await page.keyboard.press('Enter');
    const link = await storeLink(page);
    await page.keyboard.press('Escape');
    await expect(row(page, priya.name)).toHaveText(/Invited until \d+ \w+ at \d\d:\d\d/);
    await choosePassword(link);
  });

  await test.step('creates a reset link after the person has joined', async () => {
    await page.reload();
    await expect(row(page, priya.name)).not.toContainText('Invited');
    await row(page, priya.name).press('Enter');
    await pressButton(page, 'Send a reset link');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    priya.password = 'another password of Priya';
    await choosePassword(await storeLink(page));
    const requests = await playwright.request.newContext({ baseURL: desk.url });
    await signInByRequest(requests, priya);
    await requests.dispose();
  });
  await colleague.close();
});

test('Two administrators edit one person', async ({ page, addColleague }) => {
  const nora = await addColleague('Nora', 'admin');
  const { id } = await (await addColleague('Tomas')).readPerson();
  await openSignedIn(page, `/settings/people/${id}`);
  const name = form(page).getByLabel('Name');
  await expect(name).toHaveValue('Tomas');

  await test.step('merges changes of different fields', async () => {
    await nora.updatePerson(id, { name: 'Tomás Silva' });
    await form(page).getByLabel('Role').selectOption('viewer');
    await form(page).getByLabel('Role').press('ControlOrMeta+Enter');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(name).toHaveValue('Tomás Silva');
    await expect(page.getByRole('heading', { name: 'Tomás Silva' })).toBeVisible();
  });

  await test.step('shows both values of a field that both administrators changed', async () => {
    await nora.updatePerson(id, { name: 'T. Silva', role: 'agent' });
    await name.fill('Tomás da Silva');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(form(page).getByText('Someone else changed this too.')).toBeVisible();
    await expect(form(page).getByText('Theirs: T. Silva')).toBeVisible();
    await expect(form(page).getByLabel('Role')).toHaveValue('agent');
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    const url = `**/api/people/${id}`;
    await page.route(url, route =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 403, json: { code: 40300, message: 'Forbidden' } })
        : route.fallback(),
    );
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(form(page).getByRole('alert'), 'the error of the latest save').toHaveText(/Forbidden/);
    await expect(form(page).getByText('Theirs:')).toBeHidden();
    await page.unroute(url);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('heading', { name: 'Tomás da Silva' })).toBeVisible();
    expect((await nora.readPeople()).find(person => person.id === id)).toMatchObject({
      name: 'Tomás da Silva',
      role: 'agent',
    });
  });
});

test('The last administrator cannot become an agent', async ({ page, addColleague }) => {
  await openSignedIn(page, '/settings/people');
  await row(page, 'Administrator').press('Enter');
  await expect(page.getByText('You cannot disable your own account.')).toBeVisible();
  await expect(button(page, 'Disable')).toBeHidden();

  await form(page).getByLabel('Role').selectOption('agent');
  await form(page).getByLabel('Role').press('ControlOrMeta+Enter');
  await expect(form(page).getByRole('alert')).toHaveText(
    'Administrator is the last enabled administrator with a password. Make someone else an administrator first.',
  );
  await addColleague('Nora', 'admin');
  await form(page).getByLabel('Role').press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'Only administrators can see this' })).toBeVisible();
});
