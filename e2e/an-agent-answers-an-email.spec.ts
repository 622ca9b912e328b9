import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { findViolationsInBothThemes } from './accessibility.ts';
import type { ApiClient } from './api-client.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, test } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';
import { endUndoPeriod, freezeDate, holdMailForAnHour, stopHoldingMail, unfreezeDate } from './undo-period.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const composer = (page: Page) => page.getByRole('region', { name: 'Write a message' });
const recipients = (page: Page, role: 'To' | 'Cc' | 'Bcc') =>
  composer(page).getByRole('list', { name: role, exact: true }).getByRole('listitem');
const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });
const message = (page: Page, text: string) => thread(page).getByRole('article').filter({ hasText: text });

type Email = { from: string; subject?: string; headers?: readonly string[]; body: readonly string[] };

const toLines = ({ from, subject = 'The label printer prints nothing', headers = [], body }: Email): string[] => [
  `From: ${from}`,
  'To: support@stardesk.local, Rui Carvalho <rui@norte.example>',
  `Subject: ${subject}`,
  `Message-ID: <${Math.random()}@atelier.example>`,
  'Content-Type: text/plain; charset=utf-8',
  ...headers,
  '',
  ...body,
];

const question: Email = {
  from: 'Amelie Laurent <amelie@atelier.example>',
  headers: ['Cc: books@atelier.example'],
  body: ['Hello,', 'it *blinks* twice.', '', 'On Friday, Support wrote:', '> Please install the new driver.'],
};

/** Delivers an email to a mailbox. Returns the id of the email's ticket. */
async function receiveMail(api: ApiClient, mailboxId: string, email: Email): Promise<string> {
  const { id } = await api.receiveMail(mailboxId, `${toLines(email).join('\n')}\n`);
  await expect.poll(async () => (await api.readMail(id)).state).toBe('processed');
  return (await api.readMail(id)).ticket_id ?? '';
}

/** Signs in, receives an email, and opens its ticket. Freezes the date and holds outgoing mail. */
async function openEmail(page: Page, api: ApiClient, email = question) {
  await signInByRequest(page.request);
  const [mailbox] = await api.readMailboxes();
  const mailboxId = mailbox?.id ?? '';
  const id = await receiveMail(api, mailboxId, email);
  await freezeDate(page);
  await holdMailForAnHour(page.context());
  await page.goto(`/tickets/${id}?state=open`);
  await expect(message(page, email.body[0] ?? '')).toBeVisible();
  const receive = (answer: Email) => receiveMail(api, mailboxId, answer);
  return { id, mailboxId, receive };
}

test('An agent answers an email with the keyboard', async ({ page, api }) => {
  const { id, receive } = await openEmail(page, api);

  await test.step('reads the mail as written, with its quote folded', async () => {
    const mail = message(page, 'Hello,');
    await expect(mail.getByText('it *blinks* twice.')).toBeVisible();
    await expect(mail.getByText('Please install the new driver.')).toBeHidden();
    await mail.getByText('Show trimmed text').click();
    await expect(mail.getByText('Please install the new driver.')).toBeVisible();
    await mail.getByText('To support@stardesk.local, Rui Carvalho · Cc books@atelier.example').click();
    await expect(mail.getByText('Amelie Laurent <amelie@atelier.example>')).toBeVisible();
  });

  await test.step('sees who gets the reply', async () => {
    await expect(recipients(page, 'To')).toHaveText(['Amelie Laurent']);
    await expect(recipients(page, 'Cc')).toHaveText(['Rui Carvalho', 'books@atelier.example']);
    await expect(composer(page).getByText('Not mailed: this mailbox captures its mail')).toBeVisible();
    await expect(composer(page).getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/settings/mailboxes');
  });

  await test.step('removes a Cc recipient with the arrow keys and Backspace', async () => {
    await composer(page).getByRole('textbox', { name: 'Cc', exact: true }).focus();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowLeft');
    await expect(composer(page).getByRole('button', { name: /Remove Rui/ })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    await expect(recipients(page, 'Cc')).toHaveText(['Rui Carvalho']);
    await expect(composer(page).getByRole('textbox', { name: 'Cc', exact: true })).toBeFocused();
  });

  await test.step('adds an invalid Bcc address, which stays and disables sending', async () => {
    await composer(page).getByRole('button', { name: 'Bcc' }).press('Enter');
    await page.keyboard.type('boss,');
    await expect(recipients(page, 'Bcc')).toHaveText(['boss']);
    await expect(composer(page).getByRole('alert')).toHaveText('Not an email address');
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Write a message"]' })).toEqual([]);
    await reply(page).fill('Please hold the button.');
    await expect(composer(page).getByRole('button', { name: /^Send/ }).first()).toBeDisabled();
  });

  await test.step('restores recipients and an unfinished address after a reload', async () => {
    await composer(page).getByRole('button', { name: 'Remove boss' }).click();
    await page.keyboard.type('boss@desk.exam');
    await page.reload();
    await expect(composer(page).getByRole('textbox', { name: 'Bcc' })).toHaveValue('boss@desk.exam');
    await expect(recipients(page, 'Cc')).toHaveText(['Rui Carvalho']);
    await composer(page).getByRole('textbox', { name: 'Bcc' }).focus();
    await page.keyboard.press('End');
    await page.keyboard.type('ple');
    await page.keyboard.press('Tab');
    await expect(recipients(page, 'Bcc')).toHaveText(['boss@desk.example']);
    await expect(reply(page)).toBeFocused();
  });

  await test.step('sends the reply to these recipients', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(message(page, 'Please hold the button.').getByText('Sending…')).toBeVisible();
    await expect.poll(async () => (await api.readDeliveries(id))[0]?.state).toBe('held');
    await endUndoPeriod(page);
    await expect(message(page, 'Please hold the button.').getByText('Captured')).toBeVisible();
    const [delivery] = await api.readDeliveries(id);
    expect(delivery?.recipients.map(({ role, email }) => `${role} ${email}`)).toEqual([
      'to amelie@atelier.example',
      'cc rui@norte.example',
      'bcc boss@desk.example',
    ]);
    await expect(message(page, 'Please hold the button.').getByRole('link', { name: 'Show' })).toHaveAttribute(
      'href',
      `/mail/captured/${delivery?.id}`,
    );
  });

  await test.step('reads answers from an unknown address, a program and an unverified sender', async () => {
    const [delivery] = await api.readDeliveries(id);
    const headers = [`In-Reply-To: ${delivery?.message_id_header}`];
    await receive({ from: 'Leila <leila@other.example>', headers, body: ['I have the same problem.'] });
    const away = ['Auto-Submitted: auto-replied', ...headers];
    await receive({ from: question.from, headers: away, body: ['I am away until Monday.'] });
    await receive({ from: 'Mara Okafor <admin@stardesk.local>', headers, body: ['Give them a refund.'] });
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(message(page, 'I have the same problem.').getByText('New on this ticket')).toBeVisible();
    await expect(message(page, 'Give them a refund.').getByText('Sender not verified')).toBeVisible();
    const automatic = thread(page).getByRole('button', { name: 'Automatic email from Amelie Laurent' });
    await expect(automatic).toHaveAttribute('aria-expanded', 'false');
    await automatic.press('Enter');
    await expect(message(page, 'I am away until Monday.')).toBeVisible();
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Messages"]' })).toEqual([]);
    await expect(recipients(page, 'To'), 'replies do not go to an unknown address').toHaveText(['Amelie Laurent']);
  });

  await test.step('adds the unknown sender to the reply', async () => {
    const add = message(page, 'I have the same problem.').getByRole('button', { name: 'Add to the reply' });
    await add.press('Enter');
    await expect(recipients(page, 'To')).toHaveText(['Amelie Laurent', 'Leila']);
    await expect(reply(page)).toBeFocused();
    await expect(add).toBeHidden();
    await composer(page).getByRole('button', { name: 'Remove Leila' }).click();
    await expect(add).toBeVisible();
  });

  await test.step('edits the reply after it was sent', async () => {
    const sent = message(page, 'Please hold the button.');
    await sent.getByRole('button', { name: /^Actions/ }).press('Enter');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Edit the message' }).fill('Please hold the button for 5 seconds.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(message(page, 'for 5 seconds').getByText('Edited after sending')).toBeVisible();
  });
});

test('A reply waits until its recipients are loaded before it is sent', async ({ page, api }) => {
  const { id } = await openEmail(page, api, { ...question, headers: ['Reply-To: rui@norte.example'] });
  await reply(page).fill('Please hold the button.');
  const release = await delayRequests(page, 'GET', '**/api/mails?*');
  await page.reload();
  await expect(reply(page)).toHaveValue('Please hold the button.');
  await expect(composer(page).getByText('Loading recipients…')).toBeVisible();

  await test.step('a change of the text cancels sending', async () => {
    const status = composer(page).getByText('Sends when the recipients are loaded');
    await reply(page).press('ControlOrMeta+Enter');
    await expect(status).toBeVisible();
    await reply(page).press('End');
    await page.keyboard.type(' Twice.');
    await expect(status).toBeHidden();
    await reply(page).press('ControlOrMeta+Enter');
    await expect(status).toBeVisible();
  });

  await test.step('the reply goes to the recipients of the email', async () => {
    release();
    await expect(message(page, 'Twice.').getByRole('button', { name: 'Undo send' })).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await endUndoPeriod(page);
    await expect(message(page, 'Twice.').getByText('Captured')).toBeVisible();
    const [delivery] = await api.readDeliveries(id);
    expect(delivery?.recipients.map(({ role, email }) => `${role} ${email}`)).toEqual(['to rui@norte.example']);
    expect(await api.readBodies(id)).toContain('Please hold the button. Twice.');
  });
});

test('An agent forwards an email', async ({ page, api }) => {
  const { id } = await openEmail(page, api);
  await expect(composer(page).getByText('Support', { exact: true })).toBeVisible();
  await page.keyboard.press('f');
  const to = composer(page).getByRole('textbox', { name: 'To', exact: true });
  await expect(to).toBeFocused();
  await expect(reply(page)).toHaveValue(/Amelie Laurent wrote:\n\n> Hello,\n> it \*blinks\* twice\./);
  await page.keyboard.type('Fixers <fix@printer.example>');
  await page.keyboard.press('Enter');
  await expect(recipients(page, 'To')).toHaveText(['Fixers']);
  await page.keyboard.press('Tab');
  await expect(composer(page).getByRole('button', { name: 'Cc', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('boss@desk.example,');
  await expect(recipients(page, 'Cc')).toHaveText(['boss@desk.example']);
  await page.keyboard.press('ControlOrMeta+Enter');
  await endUndoPeriod(page);
  await expect(thread(page).getByText('Captured')).toBeVisible();
  const [delivery] = await api.readDeliveries(id);
  expect(delivery?.recipients.map(({ email }) => email)).toEqual(['fix@printer.example', 'boss@desk.example']);
  await expect(recipients(page, 'To'), 'the next reply goes to the customer again').toHaveText(['Amelie Laurent']);
});

test('An agent chooses the mailbox of a reply, which gets the signature of the mailbox', async ({ page, api }) => {
  const { id, mailboxId } = await openEmail(page, api);
  await api.updateMailbox(mailboxId, { signature: 'The support team' });
  await api.addMailbox({ name: 'Sales', address: 'sales@desk.example', signature: '{agent name}, **sales**' });
  await page.reload();
  const signature = composer(page).getByRole('group').filter({ hasText: 'Signature' });
  await signature.getByText('Signature').press('Enter');
  await expect(signature.getByText('The support team')).toBeVisible();
  await composer(page).getByRole('button', { name: 'From Support' }).press('Enter');
  await page.getByRole('button', { name: 'Sales' }).press('Enter');
  await expect(composer(page).getByRole('button', { name: 'From Sales' })).toBeVisible();
  await expect(signature.getByText('Administrator, sales')).toBeVisible();
  expect(await findViolationsInBothThemes(page, { within: '[aria-label="Write a message"]' })).toEqual([]);
  await reply(page).fill('Here is our offer.');
  await reply(page).press('ControlOrMeta+Enter');
  await endUndoPeriod(page);
  await message(page, 'Here is our offer.').getByRole('link', { name: 'Show' }).click();
  const mail = page.getByRole('article', { name: 'Rendered' });
  await expect(mail).toContainText('Administrator, sales');
  await expect(page.getByRole('region', { name: 'Email', exact: true })).toContainText('Sales <sales@desk.example>');
  expect((await api.readTicket(id)).mailbox_id).not.toBe(mailboxId);
});

test('An agent sees where replies go, and which replies are not mailed', async ({ page, api }) => {
  await openEmail(page, api, { ...question, headers: ['Reply-To: amelie@holidays.example'] });
  await expect(composer(page).getByText('Replies go to holidays.example, not to the sender’s domain')).toBeVisible();
  await expect(recipients(page, 'To')).toHaveText(['amelie@holidays.example']);

  await test.step('a ticket without a mailbox gets a mailbox when its first recipient is added', async () => {
    const { id } = await api.createTicket({ subject: 'A call', customer_email: 'cleo@norte.example' });
    await page.goto(`/tickets/${id}`);
    await expect(composer(page).getByText('Not sent by email')).toBeVisible();
    await reply(page).fill('We talked on the phone.');
    await reply(page).press('ControlOrMeta+Enter');
    await endUndoPeriod(page);
    await expect.poll(() => api.readBodies(id)).toEqual(['We talked on the phone.']);
    expect(await api.readDeliveries(id)).toEqual([]);
    await composer(page).getByRole('button', { name: 'Add recipient' }).press('Enter');
    await expect(composer(page).getByText('Support')).toBeVisible();
    await expect(recipients(page, 'To')).toHaveText(['cleo@norte.example']);
    await expect.poll(async () => (await api.readTicket(id)).mailbox_id).not.toBeNull();
  });
});

test('A mailed reply can be undone, and is sent even if the browser is closed', async ({
  page,
  context,
  api,
  addColleague,
}) => {
  test.slow(); // the server waits ten seconds for a browser that was closed
  const { id } = await openEmail(page, api);
  const before = await api.readBodies(id);
  const send = async (text: string): Promise<void> => {
    await reply(page).fill(text);
    await reply(page).press('ControlOrMeta+Enter');
    await expect(message(page, text).getByRole('button', { name: 'Undo send' })).toBeVisible();
    await expect.poll(() => api.readBodies(id)).toEqual([...before, text]);
  };

  await test.step('undo returns the stored reply to the draft, with its recipients', async () => {
    await composer(page).getByRole('button', { name: 'Remove books@atelier.example' }).click();
    await send('Please wait.');
    await page.keyboard.press('z');
    await expect(reply(page)).toHaveValue('Please wait.');
    await expect(recipients(page, 'Cc')).toHaveText(['Rui Carvalho']);
    await expect(message(page, 'Please wait.')).toHaveCount(0);
    expect(await api.readBodies(id)).toEqual(before);
    await endUndoPeriod(page);
    await expect(thread(page).getByText('deleted')).toHaveCount(0);
  });

  await test.step('Undo in a second window returns the reply to the draft in both windows', async () => {
    const second = await context.newPage();
    await second.goto(`/tickets/${id}`);
    await expect(reply(second)).toBeVisible();
    await send('Please hold.');
    await thread(second).getByRole('button', { name: 'Undo send' }).click();
    await expect(reply(second)).toHaveValue('Please hold.');
    await expect(reply(page)).toHaveValue('Please hold.');
    await expect(message(page, 'Please hold.')).toHaveCount(0);
    expect(await api.readBodies(id)).toEqual(before);
    await second.close();
  });

  await test.step('a customer’s message during the undo period returns the stored reply to the draft', async () => {
    await reply(page).fill('');
    await send('Please call us.');
    await page.goto('/tickets?state=open');
    const petra = await addColleague('Petra');
    await petra.addMessage(id, { body: 'It works again!', direction: 'in' });
    await endUndoPeriod(page);
    await page.getByRole('button', { name: 'Open draft' }).click();
    await expect(page.getByRole('region', { name: 'New messages' }).getByText('It works again!')).toBeVisible();
    await expect(reply(page)).toHaveValue('Please call us.');
    before.push('It works again!');
    await expect.poll(() => api.readBodies(id)).toEqual(before);
    await page.keyboard.press('ControlOrMeta+Enter');
    await endUndoPeriod(page);
    await expect(message(page, 'Please call us.').getByText('Captured')).toBeVisible();
    before.push('Please call us.');
  });

  await test.step('the server sends the reply of a browser that was closed', async () => {
    await stopHoldingMail(context);
    await unfreezeDate(page);
    await send('Please unplug it.');
    const crashed = page.waitForEvent('crash');
    const devtools = await context.newCDPSession(page);
    void devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
    await expect.poll(async () => (await api.readDeliveries(id))[0]?.state, { timeout: 30_000 }).toBe('captured');
    const next = await context.newPage();
    await next.goto(`/tickets/${id}`);
    await expect(message(next, 'Please unplug it.').getByText('Captured')).toBeVisible();
    await expect(message(next, 'Please unplug it.')).toHaveCount(1);
    await expect(reply(next)).toHaveValue('');
    expect(await api.readBodies(id)).toEqual([...before, 'Please unplug it.']);
    expect(await api.readDeliveries(id)).toHaveLength(2);
  });
});

/** Starts a mail server that rejects recipients named `gone`. @param listenPort 0 for any free port */
async function startRejectingMailServer(listenPort = 0): Promise<{ port: number; close: () => void }> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone@') ? Object.assign(new Error('5.1.1 unknown user'), { responseCode: 550 }) : null),
    onData: (stream, _session, done) => stream.resume().on('end', () => done()),
  });
  await new Promise<void>(resolve => server.listen(listenPort, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

test('An agent sees mail that was not delivered', async ({ page, api }) => {
  const { id, mailboxId } = await openEmail(page, api, { ...question, headers: ['Cc: gone@atelier.example'] });
  const server = await startRejectingMailServer();
  const connect = (port: number) => api.connectMailbox(mailboxId, { host: '127.0.0.1', port, security: 'none' });
  const send = async (text: string): Promise<void> => {
    await reply(page).fill(text);
    await reply(page).press('ControlOrMeta+Enter');
    await expect(message(page, text).getByRole('button', { name: 'Undo send' })).toBeVisible();
    await endUndoPeriod(page);
  };
  await connect(server.port);
  await api.updateMailbox(mailboxId, { transport: 'smtp' });

  await test.step('a recipient is rejected; a new reply goes to the other recipients', async () => {
    await send('Press it twice.');
    const failure = message(page, 'Press it twice.');
    await expect(failure.getByText('Not delivered to gone@atelier.example: 550 5.1.1 unknown user')).toBeVisible();
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Messages"]' })).toEqual([]);
    await failure.getByRole('button', { name: 'Copy to a new reply' }).press('Enter');
    await expect(reply(page)).toHaveValue('Press it twice.');
    await expect(reply(page)).toBeFocused();
    await composer(page).getByRole('button', { name: 'Remove gone@atelier.example' }).click();
    await page.reload();
    await expect(failure).toBeVisible();
    await reply(page).press('ControlOrMeta+Enter');
    await endUndoPeriod(page);
    await expect(thread(page).getByText(/^Sent \d\d:\d\d$/)).toBeVisible();
  });

  await test.step('the mail server is unavailable; the mail waits until a retry', async () => {
    server.close();
    await composer(page).getByRole('button', { name: 'Remove gone@atelier.example' }).click();
    await send('Any news?');
    const waiting = message(page, 'Any news?');
    await expect.poll(async () => (await api.readDeliveries(id))[0]?.state).toBe('queued');
    await unfreezeDate(page);
    await page.clock.fastForward(60_000);
    await expect(waiting.getByText('Waiting for the mail server')).toBeVisible();
    const restarted = await startRejectingMailServer(server.port);
    await waiting.getByRole('button', { name: 'Retry now' }).press('Enter');
    await expect(waiting.getByText(/^Sent \d\d:\d\d$/)).toBeVisible();
    restarted.close();
  });
});
