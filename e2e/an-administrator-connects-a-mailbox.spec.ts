import type { Page } from '@playwright/test';
import { findFreePort } from '#server/testing/free-port';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { loseResponse } from './lose-response.ts';
import { startMailProvider } from './mail-provider.ts';
import { startMailServer } from './mail-server.ts';

// The journeys make parts of a check fail with 500 and 504, and lose a response.
test.use({ expectedErrors: /ERR_FAILED|status of 50[04]/ });

const form = (page: Page, name: string) => page.getByRole('form', { name });
const save = (page: Page, name: string) => form(page, name).getByRole('button', { name: 'Save' });
const row = (page: Page, name: string) => page.getByRole('list', { name: 'Mailboxes' }).getByRole('link', { name });

/** Removes a field from the stored draft, as if the draft were older than the field. */
const removeFromDraft = (page: Page, name: string): Promise<void> =>
  page.evaluate(field => {
    const key = Object.keys(localStorage).find(each => each.endsWith('/mailbox')) ?? '';
    const draft = JSON.parse(localStorage.getItem(key) ?? '');
    delete draft.base.texts[field];
    localStorage.setItem(key, JSON.stringify(draft));
  }, name);

test('An administrator connects a mailbox', async ({ page, api }) => {
  await openSignedIn(page, '/tickets');

  await test.step('finds the mailbox of the new desk with the keyboard', async () => {
    for (const key of ['g', 's']) await page.keyboard.press(key);
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    for (const key of ['j', 'j', 'j', 'Enter']) await page.keyboard.press(key);
    await expect(row(page, 'Support')).toHaveText(/support@stardesk\.local.*Incoming.*OK.*Outgoing.*Captured/);
  });

  await test.step('continues the draft after an address in use is rejected, and adds the mailbox', async () => {
    await page.getByRole('link', { name: 'New mailbox' }).click();
    await form(page, 'Mailbox').getByLabel('Name').fill('Sales');
    await form(page, 'Mailbox').getByLabel('Address').fill('Support@stardesk.local');
    await save(page, 'Mailbox').click();
    await expect(page.getByText('Address is already used by another mailbox')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Continue draft' }).click();
    await expect(form(page, 'Mailbox').getByLabel('Name')).toHaveValue('Sales');
    await form(page, 'Mailbox').getByLabel('Address').fill('sales@desk.example');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('heading', { name: 'Sales' })).toBeVisible();
  });

  await test.step('keeps unsaved text across a reload, discards the text, and restores it with Undo', async () => {
    await form(page, 'Mailbox').getByLabel('Signature').fill('{agent name}\nThe sales team');
    await removeFromDraft(page, 'enabled');
    await page.reload();
    await expect(form(page, 'Mailbox').getByRole('switch', { name: 'This mailbox is in use' })).toBeChecked();
    await expect(form(page, 'Mailbox').getByLabel('Signature')).toHaveValue('{agent name}\nThe sales team');
    await form(page, 'Mailbox').getByRole('button', { name: 'Discard' }).click();
    await expect(form(page, 'Mailbox').getByLabel('Signature')).toHaveValue('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(form(page, 'Mailbox').getByLabel('Signature')).toHaveValue('{agent name}\nThe sales team');
    await save(page, 'Mailbox').press('Enter');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(form(page, 'Mailbox'), 'Tab continues in the form').toBeFocused();
    const inUseSwitch = form(page, 'Mailbox').getByRole('switch', { name: 'This mailbox is in use' });
    await expect(inUseSwitch).toHaveAccessibleDescription('Off: incoming and outgoing mail stops.');
  });

  await test.step('connects an SMTP server, whose password is never shown again', async () => {
    const outgoing = form(page, 'Outgoing mail');
    await outgoing.getByLabel('Delivery').selectOption({ label: 'Sent through the SMTP server below' });
    await outgoing.getByLabel('SMTP server').fill('smtp.desk.example');
    await outgoing.getByLabel('Port').fill('465');
    await outgoing.getByLabel('Encryption').selectOption('tls');
    await outgoing.getByLabel('User').fill('sales');
    await outgoing.getByLabel('Password').fill('correct horse battery');
    await save(page, 'Outgoing mail').click();
    await expect(outgoing.getByText('A password is stored. Leave this empty to keep it.')).toBeVisible();
    await expect(outgoing.getByLabel('Password')).toHaveValue('');
    await expect(page.getByRole('region', { name: 'Mailbox' }).getByText(/Outgoing.*OK/)).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('correct horse');
  });

  await test.step('connects an IMAP server, and sees immediately that it does not respond', async () => {
    const incoming = form(page, 'Incoming mail');
    const status = page.getByRole('region', { name: 'Mailbox' });
    await expect(incoming.getByLabel('IMAP server')).toBeHidden();
    await incoming.getByLabel('Name in Authentication-Results').fill('mx.desk.example');
    await save(page, 'Incoming mail').click();
    await expect(incoming.getByText('Not saved yet')).toBeHidden();
    await expect(incoming.getByLabel('Name in Authentication-Results')).toHaveValue('mx.desk.example');
    await incoming.getByLabel('Import mail from').selectOption({ label: 'The IMAP server below' });
    await incoming.getByLabel('IMAP server').fill('127.0.0.1');
    await save(page, 'Incoming mail').click();
    await expect(incoming.getByText('Port is required')).toBeVisible();
    await incoming.getByLabel('Port', { exact: true }).fill(String(await findFreePort()));
    await incoming.getByLabel('Encryption').selectOption('none');
    await incoming.getByLabel('User', { exact: true }).fill('sales');
    await incoming.getByLabel('Password', { exact: true }).fill('battery staple');
    await expect(incoming.getByLabel('Move it to')).toBeHidden();
    await incoming.getByLabel('Imported mail', { exact: true }).selectOption({ label: 'Is moved to another folder' });
    await incoming.getByLabel('Move it to').fill('Done');
    await incoming.getByLabel('Import mail since').fill('2026-11-01');
    await save(page, 'Incoming mail').click();
    await expect(incoming.getByText('A password is stored. Leave this empty to keep it.')).toBeVisible();
    await expect(incoming.getByLabel('Folder')).toHaveValue('INBOX');
    await expect(status.getByRole('status').filter({ hasText: /Incoming\s*Error.*ECONNREFUSED/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    await incoming.getByLabel('Import mail from').selectOption('none');
    await save(page, 'Incoming mail').click();
    await expect(incoming.getByLabel('IMAP server')).toBeHidden();
    await expect(status.getByText(/Incoming\s*OK/)).toBeVisible();
  });

  await test.step('merges a colleague’s changes, and sees the colleague’s value of a field that both people changed', async () => {
    const [, sales] = await api.readMailboxes();
    const mailbox = form(page, 'Mailbox');
    await mailbox.getByLabel('Name', { exact: true }).fill('Sales team');
    await api.updateMailbox(sales?.id ?? '', { default_tags: ['sales'] });
    await save(page, 'Mailbox').click();
    await expect(page.getByRole('heading', { name: 'Sales team' })).toBeVisible();
    await expect(mailbox.getByLabel('Tags of new tickets')).toHaveValue('sales');
    await mailbox.getByLabel('Name', { exact: true }).fill('Sales, Lisbon');
    await api.updateMailbox(sales?.id ?? '', { name: 'Sales, Porto' });
    await save(page, 'Mailbox').click();
    await expect(mailbox.getByText('Theirs: Sales, Porto')).toBeVisible();
    await expect(mailbox.getByLabel('Name', { exact: true })).toHaveValue('Sales, Lisbon');
    await save(page, 'Mailbox').click();
    await expect(page.getByRole('heading', { name: 'Sales, Lisbon' })).toBeVisible();
  });

  await test.step('deletes the mailbox and its drafts after a confirmation', async () => {
    const getDrafts = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('/mailboxes/')));
    await form(page, 'Incoming mail').getByLabel('Import mail from').selectOption('imap');
    await form(page, 'Sign-in').getByLabel('Sign in with').selectOption('google');
    expect(await getDrafts()).toHaveLength(2);
    await page.getByRole('button', { name: 'Delete the mailbox' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(row(page, 'Support')).toBeVisible();
    await expect(row(page, 'Sales')).toBeHidden();
    expect(await getDrafts()).toEqual([]);
    await page.goto('/settings/mailboxes/2');
    await expect(page.getByRole('heading', { name: 'This mailbox was deleted' })).toBeVisible();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to all mailboxes' }).press('Enter');
    await expect(row(page, 'Support')).toBeVisible();
  });
});

test('An administrator resumes a mailbox whose server does not respond', async ({ page, api }) => {
  await openSignedIn(page, '/settings');
  await api.connectMailbox('1', { host: '127.0.0.1', port: await findFreePort(), security: 'none' });
  await api.updateMailbox('1', { transport: 'smtp' });
  const { id } = await api.createTicket({ mailbox_id: '1', customer_email: 'ada@desk.example' });
  await api.addMessage(id, { body: 'Anybody there?' });
  await expect.poll(async () => (await api.readMailboxStatuses())[0]?.outbound.state).toBe('paused');
  await page.getByRole('link', { name: 'Mailboxes' }).click();
  await expect(row(page, 'Support')).toHaveText(/Outgoing\s*Paused.*ECONNREFUSED.*1 waiting/);
  await row(page, 'Support').click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await page.setViewportSize({ width: 375, height: 812 });
  await form(page, 'Incoming mail').getByLabel('Import mail from').selectOption('imap');
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(page.getByText('Support resumed')).toBeVisible();
  const focused = page.locator(':focus, :focus-within');
  await expect(page.getByRole('region', { name: 'Mailbox' }).and(focused)).toBeVisible();
});

test('An administrator checks a mailbox with a test mail', async ({ page, api }) => {
  const server = await startMailServer({ password: 'correct horse' });
  // The test mail arrives immediately, as from a server on the same machine.
  server.onMail = mail => void api.receiveMail('1', Buffer.from(mail));
  const { port } = server;
  await openSignedIn(page, '/settings');
  await api.connectMailbox('1', { host: '127.0.0.1', port, security: 'none', user: 'desk', password: 'wrong' });
  await api.updateMailbox('1', { transport: 'smtp' });
  await page.getByRole('link', { name: 'Mailboxes' }).click();
  await row(page, 'Support').click();
  const send = page.getByRole('button', { name: 'Send a test email' });
  const results = page.getByRole('list', { name: 'Results' });
  const line = (text: string | RegExp) => results.getByRole('listitem').filter({ hasText: text });

  await send.click();
  await expect(line('Outgoing server: sign-in')).toContainText(/Failed.*535.*enter the password again/);
  await expect(line('Incoming server')).toContainText('Skipped');
  await expect(line('SPF record of stardesk.local')).toContainText(/Failed.*The DNS lookup failed/);
  await expect(line('Test email')).toContainText('Failed');
  await expect(send).toBeEnabled();

  server.password = 'wrong';
  await send.press('Enter');
  await expect(line('Outgoing server: sign-in')).toContainText('OK');
  await expect(line(/Test email(?! to)/)).toContainText(/OK.*Arrived after \d/);
  await expect(line('Plus addresses')).toContainText(/Warning.*Plus addresses work/);
  await expect(send).toBeEnabled();
  await expect(page.getByRole('region', { name: 'Check' })).toBeFocused();
  expect(await findViolationsInBothThemes(page)).toEqual([]);

  await test.step('cannot start another check until all parts of a check have ended, even if one part failed', async () => {
    let received = '';
    server.onMail = mail => {
      received ||= mail;
    };
    await page.route('**/api/mailboxes/1/check', route =>
      route.request().postDataJSON().part === 'domain' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
    await send.click();
    await expect(line(/Test email(?! to)/)).toContainText('Waiting');
    await expect(send).toBeDisabled();
    await api.receiveMail('1', Buffer.from(received));
    await expect(line(/Test email(?! to)/)).toContainText(/OK.*Arrived after \d/);
    await expect(send).toBeDisabled();
  });
  await server.close();
});

test('A test mail is not sent again when the response to the request is lost', async ({ page }) => {
  await openSignedIn(page, '/settings/mailboxes/1');
  let requests = 0;
  await page.route('**/api/mailboxes/1/check', route => {
    if (route.request().postDataJSON().part !== 'test_mail') return route.fallback();
    requests++;
    return route.fulfill({ status: 504, json: {} });
  });
  const send = page.getByRole('button', { name: 'Send a test email' });
  await send.click();
  await expect(page.getByRole('region', { name: 'Check' }).getByRole('alert')).toBeVisible();
  await expect(send).toBeEnabled();
  expect(requests).toBe(1);
});

test('An administrator signs a mailbox in at its provider', async ({ page }) => {
  const provider = await startMailProvider();
  await openSignedIn(page, '/settings/mailboxes/1');
  const signIn = form(page, 'Sign-in');

  await test.step('sees which redirect URI to register, and only the fields of the chosen provider', async () => {
    await expect(signIn.getByLabel('Client ID')).toBeHidden();
    await signIn.getByLabel('Sign in with').selectOption({ label: 'Microsoft' });
    await expect(signIn.getByText(/\/oauth\/mailbox-callback$/)).toBeVisible();
    await expect(signIn.getByLabel('Tenant')).toBeVisible();
    await signIn.getByLabel('Sign in with').selectOption({ label: 'Other' });
    await expect(signIn.getByLabel('Tenant')).toBeHidden();
  });

  await test.step('sets the provider, whose client secret is never shown again', async () => {
    await signIn.getByLabel('Client ID').fill('the-desk');
    await signIn.getByLabel('Client secret').fill('correct horse battery');
    await signIn.getByLabel('Authorization endpoint').fill(`${provider.url}/authorize`);
    await signIn.getByLabel('Token endpoint').fill('http://id.example/token');
    await signIn.getByLabel('Scopes').fill('mail');
    await save(page, 'Sign-in').click();
    await expect(signIn.getByText('Token endpoint is not an https address')).toBeVisible();
    await signIn.getByLabel('Token endpoint').fill(`${provider.url}/token`);
    await save(page, 'Sign-in').click();
    await expect(signIn.getByRole('status').filter({ hasText: 'Not signed in' })).toBeVisible();
    await expect(signIn.getByLabel('Client secret')).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('correct horse');
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  });

  await test.step('reads why the provider rejects the client, then signs in and returns to the settings', async () => {
    provider.error = 'invalid_client';
    await signIn.getByRole('link', { name: 'Sign in' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'The mailbox is not connected' })).toBeVisible();
    await expect(page.getByText('localhost did not complete the sign-in (invalid_client).')).toBeVisible();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to the mailbox' }).click();
    await expect(signIn.getByText('localhost did not complete the sign-in (invalid_client).')).toBeVisible();
    provider.error = null;
    await signIn.getByRole('link', { name: 'Sign in' }).click();
    await expect(signIn.getByRole('status').filter({ hasText: /^ ?Signed in$/ })).toBeVisible();
    await expect(signIn.getByRole('link', { name: 'Sign in again' })).toBeVisible();
  });

  await test.step('uses the sign-in for outgoing mail', async () => {
    const outgoing = form(page, 'Outgoing mail');
    await outgoing.getByLabel('SMTP server').fill('localhost');
    await outgoing.getByLabel('Port').fill('465');
    await outgoing.getByLabel('Encryption').selectOption('tls');
    await outgoing.getByLabel('Signs in with').selectOption('oauth');
    await save(page, 'Outgoing mail').click();
    await expect(outgoing.getByLabel('Signs in with')).toHaveValue('oauth');
    await expect(signIn.getByText('The mail server changed. Sign in again.')).toBeVisible();
  });
  await provider.close();
});

test('Two administrators edit one mailbox', async ({ page, api, addColleague }) => {
  const nora = await addColleague('Nora', 'admin');
  await openSignedIn(page, '/settings/mailboxes/1');
  const outgoing = form(page, 'Outgoing mail');
  await outgoing.getByLabel('SMTP server').fill('smtp.desk.example');
  await outgoing.getByLabel('Port').fill('465');
  await outgoing.getByLabel('Encryption').selectOption('tls');
  await outgoing.getByLabel('Delivery').selectOption('smtp');
  const { version } = await nora.updateMailbox('1', { name: 'Orders' });
  const stale = page.waitForResponse(response => response.status() === 412);
  await save(page, 'Outgoing mail').click();
  expect(new URL((await stale).url()).pathname).toBe('/api/mailboxes/1');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const [mailbox] = await api.readMailboxes();
  expect(mailbox).toMatchObject({ name: 'Orders', transport: 'smtp', version: version + 1 });
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
});

test('A mailbox keeps its IMAP server if the response to the save is lost', async ({ page, api }) => {
  await openSignedIn(page, '/settings/mailboxes/1');
  const incoming = form(page, 'Incoming mail');
  await incoming.getByLabel('Import mail from').selectOption('imap');
  await incoming.getByLabel('IMAP server').fill('127.0.0.1');
  await incoming.getByLabel('Port', { exact: true }).fill(String(await findFreePort()));
  await incoming.getByLabel('Encryption').selectOption('none');
  await incoming.getByLabel('User', { exact: true }).fill('support');
  await incoming.getByLabel('Password', { exact: true }).fill('battery staple');
  await loseResponse(page, 'PATCH', '**/api/mailboxes/1/connection');
  await save(page, 'Incoming mail').click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(incoming.getByText('A password is stored. Leave this empty to keep it.')).toBeVisible();
  expect((await api.readConnection('1')).inbound).toMatchObject({ user: 'support', password_set: true });
});

test('A new ticket belongs to the first mailbox unless the agent chooses none', async ({ page, api }) => {
  await openSignedIn(page, '/tickets');
  const createAndGetMailboxId = async (subject: string) => {
    await page.getByRole('dialog', { name: 'New ticket' }).getByLabel('Subject').fill(subject);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('heading', { name: subject })).toBeVisible();
    const [ticket] = await api.searchTickets(`"${subject}"`);
    return ticket?.mailbox_id;
  };
  await page.keyboard.press('c');
  await expect(page.getByLabel('Mailbox')).toHaveValue('1');
  expect(await createAndGetMailboxId('Called by phone')).toBe('1');
  await page.keyboard.press('c');
  await page.getByLabel('Mailbox').selectOption({ label: 'None (replies are not sent by email)' });
  expect(await createAndGetMailboxId('Written on paper')).toBeNull();
});

test('A person whose session lacks a scope is asked to sign in again', async ({ page }) => {
  await openSignedIn(page, '/settings/mailboxes');
  const connection = '**/api/mailboxes/*/connection';
  await page.route(connection, route => route.fulfill({ status: 403, json: { code: 40301, message: 'Forbidden' } }));
  await row(page, 'Support').click();
  await expect(page.getByRole('heading', { name: 'Sign in again to use this screen' })).toBeVisible();
  await page.unroute(connection);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(form(page, 'Outgoing mail')).toBeVisible();
});

test('Only administrators see the settings', async ({ page, desk }) => {
  await openSignedIn(page, '/settings/mailboxes', await desk.addPerson('Priya'));
  await expect(page.getByRole('heading', { name: 'Only administrators can see this' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to open tickets' }).click();
  await expect(page.getByRole('list', { name: 'Tickets' })).toBeVisible();
});
