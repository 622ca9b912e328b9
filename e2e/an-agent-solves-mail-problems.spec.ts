import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { startMailServer } from './mail-server.ts';
import { administrator } from './people.ts';

const mailWithoutSender = (subject: string) => `Subject: ${subject}
Message-ID: <${subject.length}@shop.example>
Date: Mon, 23 Nov 2026 10:00:00 +0000

Who wrote this?
`;

/** Writes a report that a mail was returned (RFC 3464). */
const writeBounce = (recipient: string, messageId: string) => `From: MAILER-DAEMON@mx.example
To: support@desk.example
Subject: Undelivered Mail Returned to Sender
Date: Mon, 23 Nov 2026 10:00:00 +0000
Message-ID: <bounce@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="parts"

--parts
Content-Type: text/plain

Your message could not be delivered.
--parts
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: 5.1.1
--parts
Content-Type: text/rfc822-headers

Message-ID: ${messageId}

--parts--
`;

const row = (page: Page, list: string, name: string | RegExp) =>
  page.getByRole('list', { name: list }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const showProblems = async (page: Page): Promise<void> => {
  await press(page, 'g', 'p');
  await expect(heading(page, 'Mail problems')).toBeVisible();
};

test('An agent decides about held mail with the keyboard', async ({ page, api }) => {
  await openSignedIn(page, '/tickets');
  const [mailbox] = await api.readMailboxes();
  const id = mailbox?.id ?? '';
  const receive = async (...subjects: string[]): Promise<void> => {
    for (const subject of subjects) {
      const mail = await api.receiveMail(id, mailWithoutSender(subject));
      await expect.poll(async () => (await api.readMail(mail.id)).state).toBe('held');
    }
  };
  await receive('First', 'Second one');
  await showProblems(page);
  await expect(row(page, 'Incoming mail', /First.*No sender.*Support/)).toBeVisible();

  await test.step('sees new mail when the list is opened again', async () => {
    await press(page, 'g', 'i');
    await expect(page.getByRole('list', { name: 'Tickets' })).toBeVisible();
    await receive('The third');
    await showProblems(page);
    await expect(row(page, 'Incoming mail', 'The third')).toBeVisible();
  });
  await expect(page.getByRole('link', { name: /^Mail problems 3/ })).toBeVisible();

  await test.step('creates a ticket from a mail', async () => {
    await press(page, 'j', 'j', 'Enter');
    await expect(heading(page, 'Second one')).toBeVisible();
    await expect(page.getByText('so the desk cannot reply to it')).toBeVisible();
    await expect(page.getByRole('article', { name: 'Text' })).toContainText('Who wrote this?');
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('r');
    await expect(page.getByText('The email needs a decision')).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.getByText(/^The email was added to #\d+$/)).toBeVisible();
    await expect(heading(page, 'Second one')).toBeHidden();
  });

  await test.step('adds a mail to a ticket that a search by subject finds', async () => {
    await page.keyboard.press('Escape');
    await row(page, 'Incoming mail', 'First').press('Enter');
    await expect(heading(page, 'First')).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByRole('combobox', { name: 'Ticket' })).toBeFocused();
    await page.keyboard.type('november invoice');
    await expect(page.getByRole('option', { name: /#1042/ })).toHaveAttribute('aria-selected', 'true');
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
    const release = await delayRequests(page, 'GET', '**/api/tickets?q=1039*');
    await page.getByRole('combobox', { name: 'Ticket' }).fill('1039');
    await page.keyboard.press('Enter');
    release();
    await expect(page.getByRole('option', { name: /#1039/ }), 'Enter chose no earlier result').toBeVisible();
    await page.getByRole('combobox', { name: 'Ticket' }).fill('november invoice');
    await expect(page.getByRole('option', { name: /#1042/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The email was added to #1042')).toBeVisible();
    expect(await api.readBodies('1042')).toContainEqual(expect.stringContaining('Who wrote this?'));
  });

  await test.step('discards the last mail, after a confirmation', async () => {
    await expect(heading(page, 'The third')).toBeVisible();
    await page.keyboard.press('#');
    await page
      .getByRole('dialog', { name: 'Discard this email?' })
      .getByRole('button', { name: 'Discard' })
      .press('Enter');
    await expect(heading(page, 'No problems with incoming mail')).toBeVisible();
  });
});

test('An agent reads the beginning of a large mail', async ({ page, desk, api }) => {
  const file = `${'A'.repeat(76)}\n`.repeat(16_000);
  const mail = `Subject: Plans
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="parts"

--parts
Content-Type: text/plain

The plans are attached.
--parts
Content-Type: application/pdf; name="plans.pdf"
Content-Transfer-Encoding: base64

${file}
--parts--
`;
  await openSignedIn(page);
  const response = await fetch(`${desk.apiUrl}/v1/mailboxes/1/mails`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await desk.createToken(administrator, 'mail:write')}`,
      'Content-Type': 'message/rfc822',
    },
    body: mail.replaceAll('\n', '\r\n'),
  });
  const id = response.headers.get('location')?.split('/').at(-1) ?? '';
  await expect.poll(async () => (await api.readMail(id)).state).toBe('held');
  await page.goto(`/mail/problems/incoming/${id}`);
  await expect(page.getByText('Only the beginning of this 1.2 MB email is shown.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Text' })).toHaveText('The plans are attached.');
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveText('plans.pdf890.7 KB');
  await page.getByText('Source', { exact: true }).click();
  await expect(page.getByRole('article', { name: 'Source' })).toContainText('plans.pdf');
});

test('An agent retries failed mail with the keyboard, and resumes a mailbox', async ({ page, api }) => {
  const server = await startMailServer({ password: 'right' });
  await page.clock.install();
  await openSignedIn(page, '/tickets');
  const [mailbox] = await api.readMailboxes();
  const id = mailbox?.id ?? '';
  const sendReply = async (): Promise<string> =>
    (await api.addMessage('1042', { body: 'Refunded.', type: 'reply', direction: 'out' })).delivery_id ?? '';
  const connect = (password: string) =>
    api.connectMailbox(id, { host: '127.0.0.1', port: server.port, security: 'none', user: 'support', password });
  const waitForState = (delivery: string, state: string) =>
    expect.poll(async () => (await api.readDelivery(delivery)).state).toBe(state);

  await test.step('retries a rejected mail', async () => {
    await connect('right');
    await api.updateMailbox(id, { transport: 'smtp' });
    server.rejection = [550, '5.1.1 User unknown'];
    await waitForState(await sendReply(), 'failed');
    await showProblems(page);
    await page.getByRole('link', { name: /^Outgoing/ }).press('Enter');
    await expect(row(page, 'Outgoing mail', /Not delivered/)).toBeVisible();
    await press(page, 'j', 'Enter');
    await expect(page.getByText('User unknown').first()).toBeVisible();
    await expect(page.getByRole('article', { name: 'Rendered' })).toHaveText('Refunded.');
    server.rejection = null;
    await page.keyboard.press('r');
    await expect(page.getByText('The email was sent')).toBeVisible();
    await expect(heading(page, 'No problems with outgoing mail')).toBeVisible();
    expect(server.acceptedRecipients).toHaveLength(1);
  });

  await test.step('retries all waiting mail', async () => {
    server.rejection = [450, '4.2.0 Try later'];
    const waiting = [await sendReply(), await sendReply()];
    for (const each of waiting) await expect.poll(async () => (await api.readDelivery(each)).attempts).toBe(1);
    server.rejection = null;
    await page.reload();
    await expect(row(page, 'Outgoing mail', /Waiting/)).toHaveCount(2);
    await page.getByRole('button', { name: 'Retry all' }).click();
    await expect(page.getByText('2 emails will be sent again')).toBeVisible();
    for (const each of waiting) await waitForState(each, 'sent');
  });

  await test.step('resumes a mailbox after its password was corrected', async () => {
    server.password = 'changed';
    await connect('wrong');
    const delivery = await sendReply();
    await expect.poll(async () => (await api.readMailboxStatuses())[0]?.outbound.state).toBe('paused');
    await page.clock.fastForward('01:00');
    const paused = page.getByRole('list', { name: 'Paused mailboxes' });
    await expect(paused).toContainText('Support has sent nothing');
    await page.reload();
    await row(page, 'Outgoing mail', /Waiting/).click();
    await expect(page.getByText('It is waiting for the mail server.')).toBeVisible();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await connect('changed');
    await waitForState(delivery, 'queued');
    await paused.getByRole('button', { name: 'Resume Support' }).click();
    await expect(page.getByText('Support resumed')).toBeVisible();
    await waitForState(delivery, 'sent');
    await expect(paused).toBeHidden();
  });

  await test.step('retries all mail except held mail', async () => {
    const send_after = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = { body: 'Any news?', type: 'reply', direction: 'out', send_after } as const;
    const { delivery_id: held } = await api.addMessage('1041', scheduled);
    await api.addMessage('1041', { body: 'Wait, please.', direction: 'in' });
    await page.goto('/mail/problems/outgoing');
    await expect(row(page, 'Outgoing mail', /Held/)).toBeVisible();
    await page.getByRole('button', { name: 'Retry all' }).click();
    await expect(page.getByText('Held emails must be sent one by one.')).toBeVisible();
    expect((await api.readDelivery(held ?? '')).state).toBe('held');
  });

  await test.step('a returned mail reopens its ticket, and marks the ticket and the reply', async () => {
    const delivery = await sendReply();
    await waitForState(delivery, 'sent');
    await api.updateTicket('1042', { state: 'pending' });
    const { recipients, message_id_header } = await api.readDelivery(delivery);
    await api.receiveMail(id, writeBounce(recipients[0]?.email ?? '', message_id_header));
    await waitForState(delivery, 'bounced');
    await page.goto('/tickets?state=open&undelivered=true');
    await expect(row(page, 'Tickets', /#1042/).getByRole('img', { name: 'A reply was not delivered' })).toBeVisible();
    await row(page, 'Tickets', /#1042/).click();
    const returned = page.getByRole('article').filter({ hasText: 'Not delivered to' });
    await expect(returned).toContainText(`Not delivered to ${recipients[0]?.email}: 5.1.1`);
    await expect(returned.getByRole('button', { name: 'Retry', exact: true })).toBeVisible();
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Messages"]' })).toEqual([]);
    await returned.getByRole('button', { name: 'Copy to a new reply' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('Refunded.');
  });

  await test.step('the customer’s panel shows that mail was returned, until the address works again', async () => {
    await page.getByRole('button', { name: 'Customer details' }).press('Enter');
    const returnedMail = page.getByRole('region', { name: 'Returned mail' });
    await expect(returnedMail).toContainText('5.1.1');
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Returned mail"]' })).toEqual([]);
    await returnedMail.getByRole('button', { name: 'Address works again' }).press('Enter');
    await expect(page.getByText(/gets automatic mail again$/)).toBeVisible();
    await expect(returnedMail).toBeHidden();
    await page.reload();
    await expect(page.getByRole('region', { name: 'Customer', exact: true })).toContainText('First contact');
    await expect(returnedMail).toBeHidden();
  });
  await server.close();
});

test('An agent cannot retry or discard mail about accounts', async ({ page, desk, addColleague }) => {
  const server = await startMailServer();
  server.rejection = [550, '5.1.1 User unknown'];
  const nora = await addColleague('Nora', 'admin');
  const tomas = await (await addColleague('Tomas')).readPerson();
  await nora.connectMailbox('1', { host: '127.0.0.1', port: server.port, security: 'none' });
  await nora.updateMailbox('1', { transport: 'smtp' });
  const { delivery_id: id } = await nora.invite(tomas.id, 'mail');
  await expect.poll(async () => (await nora.readDelivery(id ?? '')).state).toBe('failed');
  await openSignedIn(page, `/mail/problems/outgoing/${id}`, await desk.addPerson('Kim'));
  await expect(page.getByText('Only administrators can send or cancel mail about accounts.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Retry|Discard)\b(?! all)/ })).toHaveCount(0);
  await press(page, 'r');
  await expect(page.getByText('Nothing was changed')).toBeVisible();
  await page.getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByText('Nothing was retried')).toBeVisible();
  expect((await nora.readDelivery(id ?? '')).state).toBe('failed');
  await server.close();
});
