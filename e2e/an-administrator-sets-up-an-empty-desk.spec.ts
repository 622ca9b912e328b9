import type { Locator, Page } from '@playwright/test';
import { setUpApp } from './authenticator-app.ts';
import { expectStepsDone, openStep } from './checklist.ts';
import { startForTheFirstTime } from './first-start.ts';
import { test as base, expect } from './fixtures.ts';
import { startRealMailServers } from './real-mail-servers.ts';
import { tabTo } from './tab-to.ts';

const support = 'support@tallywright.example';
const customer = 'amelie@atelier.example';
const nora = { name: 'Nora Quist', email: 'nora@tallywright.example', password: 'the password of Nora' };
const mailPassword = 'correct horse';

type Fixtures = { newDesk: Awaited<ReturnType<typeof startForTheFirstTime>> };

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
  newDesk: async ({}, use) => {
    const desk = await startForTheFirstTime();
    await use(desk);
    await desk.stop();
  },
  baseURL: ({ newDesk }, use) => use(newDesk.url),
});

const tickets = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const form = (page: Page, name: string) => page.getByRole('form', { name });

/** Moves to a field of a form, and replaces its text. */
async function type(form: Locator, label: string, text: string): Promise<void> {
  await tabTo(form.page(), form.getByLabel(label, { exact: true }));
  await form.page().keyboard.press('ControlOrMeta+a');
  await form.page().keyboard.type(text);
}

/** Moves to a select field, and chooses the first option with this initial letter. */
async function choose(form: Locator, label: string, letter: string): Promise<void> {
  await tabTo(form.page(), form.getByLabel(label, { exact: true }));
  await form.page().keyboard.press(letter);
}

/** Saves the form that has the focus. */
async function save(form: Locator): Promise<void> {
  await form.page().keyboard.press('ControlOrMeta+Enter');
  await expect(form.getByText(/^(Not saved yet|Saving…)$/)).toBeHidden();
}

/** Fills in and saves the server of the support mailbox. */
async function connect(form: Locator, server: string, port: number): Promise<void> {
  await type(form, server, '127.0.0.1');
  await type(form, 'Port', String(port));
  await choose(form, 'Encryption', 'n');
  await type(form, 'User', support);
  await type(form, 'Password', mailPassword);
  await save(form);
  await expect(form.getByText(/^A password is stored/)).toBeVisible();
}

async function openChecklist(page: Page): Promise<void> {
  for (const key of ['Escape', 'Escape', 'g', 's']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Start', exact: true }));
  await page.keyboard.press('Enter');
}

/** Fills in the sign-in form with the keyboard. */
async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

test('An administrator sets up an empty desk with the keyboard', async ({ page, api, newDesk, browser }) => {
  const servers = await startRealMailServers(mailPassword, support, nora.email, customer);
  if ('missing' in servers) return test.skip(true, servers.missing);
  const { keyboard } = page;

  await test.step('signs in with the printed password, and sees the checklist', async () => {
    await page.goto('/');
    await tabTo(page, page.getByRole('link', { name: 'Sign in', exact: true }));
    await keyboard.press('Enter');
    await signIn(page, newDesk.person);
    await expectStepsDone(page, 0);
  });

  await test.step('chooses a password', async () => {
    await openStep(page, 1);
    await tabTo(page, page.getByRole('button', { name: 'Change your password' }));
    await keyboard.press('Enter');
    await expect(page.getByLabel('Current password')).toBeFocused();
    await keyboard.type(newDesk.person.password);
    await keyboard.press('Tab');
    await keyboard.type('a password of my own');
    await keyboard.press('Enter');
    await expect(page.getByText(/^Password changed/)).toBeVisible();
    await openChecklist(page);
    await expectStepsDone(page, 1);
  });

  await test.step('names the desk', async () => {
    await openStep(page, 2);
    await type(form(page, 'General'), 'Name', 'Tallywright');
    await keyboard.press('ControlOrMeta+Enter');
    await expect(page).toHaveTitle('Desk · Tallywright');
    await openChecklist(page);
    await expectStepsDone(page, 2);
  });

  await test.step('connects the mailbox to the mail server', async () => {
    await openStep(page, 3);
    await expect(page.getByRole('link', { name: /Support/ })).toBeVisible();
    for (const key of ['j', 'Enter']) await keyboard.press(key);
    await type(form(page, 'Mailbox'), 'Address', support);
    await save(form(page, 'Mailbox'));
    const outgoing = form(page, 'Outgoing mail');
    await choose(outgoing, 'Delivery', 's');
    await connect(outgoing, 'SMTP server', servers.smtpPort);
    const incoming = form(page, 'Incoming mail');
    await choose(incoming, 'Import mail from', 't');
    await connect(incoming, 'IMAP server', servers.imapPort);
    await expect.poll(async () => (await api.readMailboxStatuses())[0]?.inbound.state).toBe('ok');
    await openChecklist(page);
    await expectStepsDone(page, 3);
  });

  await test.step('receives the mail of a customer', async () => {
    await servers.send({ from: customer, to: support, subject: 'The lamp flickers', text: 'Every evening.' });
    await expect.poll(() => api.searchTickets('flickers')).toHaveLength(1);
  });

  await test.step('requires a second factor of everyone', async () => {
    for (const key of ['g', 's']) await keyboard.press(key);
    await tabTo(page, page.getByRole('link', { name: 'Sign-in', exact: true }));
    await keyboard.press('Enter');
    await choose(form(page, 'Two-step sign-in'), 'Required for', 'e');
    await save(form(page, 'Two-step sign-in'));
    await openChecklist(page);
  });

  await test.step('invites a colleague by email', async () => {
    await openStep(page, 4);
    await expect(form(page, 'Person').getByLabel('Name')).toBeFocused();
    await keyboard.type(nora.name);
    await keyboard.press('Tab');
    await keyboard.type(nora.email);
    await keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText(`Invitation sent to ${nora.email}`)).toBeVisible();
    await openChecklist(page);
    await expectStepsDone(page, 4);
  });

  const colleague = await (await browser.newContext({ baseURL: newDesk.url })).newPage();
  await test.step('the colleague opens the link in the mail, and chooses a password', async () => {
    const mail = await servers.readMail(nora.email, 'Your invitation to Tallywright');
    await colleague.goto(/http\S+\/oauth\/one-time\/\S+/.exec(mail)?.[0] ?? '');
    await expect(colleague.getByLabel('Name')).toHaveValue(nora.name);
    await expect(colleague.getByLabel('Password', { exact: true })).toBeFocused();
    await colleague.keyboard.type(nora.password);
    await colleague.keyboard.press('Tab');
    await colleague.keyboard.type(nora.password);
    await colleague.keyboard.press('Enter');
  });

  await test.step('the colleague signs in, and sets up an authenticator app', async () => {
    await signIn(colleague, nora);
    await setUpApp(colleague);
    await tabTo(colleague, colleague.getByRole('link', { name: 'I have saved them' }));
    await colleague.keyboard.press('Enter');
    await expect(tickets(colleague)).toHaveText(/The lamp flickers/);
  });

  await test.step('the colleague answers the ticket that came by email', async () => {
    for (const key of ['j', 'Enter']) await colleague.keyboard.press(key);
    await expect(colleague.getByRole('heading', { name: 'The lamp flickers' })).toBeVisible();
    await colleague.keyboard.press('r');
    await expect(colleague.getByRole('textbox', { name: 'Reply' })).toBeFocused();
    await colleague.keyboard.type('Does another bulb flicker too?');
    await colleague.keyboard.press('ControlOrMeta+Enter');
    expect(await servers.readMail(customer, 'Re: The lamp flickers')).toContain('Does another bulb flicker too?');
  });
  await servers.close();
});
