import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { composeMail, type OutgoingMail } from './compose-mail.ts';
import { createMessageId } from './message-id.ts';

const mail: OutgoingMail = {
  messageId: '<own@desk.example>',
  date: Date.UTC(2026, 10, 23, 9, 14),
  from: { name: 'Stärdesk, "Support"', email: 'support@desk.example' },
  to: [{ name: 'Amélie', email: 'amelie@customer.example' }],
  cc: [],
  replyTo: null,
  subject: 'Re: Charged twice',
  text: 'Hello **Amélie**',
  files: [],
  signature: '',
  references: [],
  deskId: 'f00',
  hasHtml: true,
  isAutomatic: false,
};
const compose = async (changes: Partial<OutgoingMail> = {}) => String(await composeMail({ ...mail, ...changes }));
/** Returns the header of a raw mail as lines without folding. */
const readHeader = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');

describe('a composed mail', () => {
  it('is ASCII with CRLF line ends, and has the same bytes each time', async () => {
    const raw = await compose();
    assert.match(raw, /^(?:[\x20-\x7e]*\r\n)+$/);
    assert.equal(await compose(), raw);
  });

  it('has plain text as it was typed, and formatted HTML', async () => {
    const raw = await compose();
    assert.match(raw, /Content-Type: text\/plain; charset=utf-8\r\n.*\r\n\r\nHello \*\*Am=C3=A9lie\*\*\r\n/);
    assert.match(raw, /<strong>Am=C3=A9lie<\/strong>/);
  });

  it('puts the signature below a separator, outside of an open code block', async () => {
    const raw = (await compose({ text: '```\ncode', signature: 'Best,\n**Mara**' })).replaceAll('=\r\n', '');
    assert.match(raw, /```\r\ncode\r\n\r\n-- ?(?:=20)?\r\nBest,\r\n\*\*Mara\*\*/);
    assert.match(raw, /<\/pre>\r\n<p>-- <\/p>\r\n<p>Best,<br><strong>Mara<\/strong><\/p>/);
  });

  it('references at most ten earlier mails, and itself, in case its Message-ID is replaced', async () => {
    const references = Array.from({ length: 12 }, (_, index) => `<${index}@customer.example>`);
    const header = readHeader(await compose({ references }));
    assert.ok(header.includes('In-Reply-To: <11@customer.example>'));
    assert.ok(header.includes(`References: ${references.slice(2).join(' ')} <own@desk.example>`));
    const first = readHeader(await compose());
    assert.ok(first.includes('References: <own@desk.example>'));
    assert.ok(!first.some(line => line.startsWith('In-Reply-To')));
  });

  it('is marked as automatic, unless it is the reply of a person', async () => {
    const marks = ['Auto-Submitted: auto-generated', 'Precedence: bulk', 'X-Auto-Response-Suppress: All'];
    const automatic = readHeader(await compose({ isAutomatic: true }));
    const reply = readHeader(await compose());
    for (const mark of marks) assert.deepEqual([automatic.includes(mark), reply.includes(mark)], [true, false]);
    assert.ok(reply.includes('X-Stardesk: f00'));
  });

  it('has a Reply-To address that identifies the ticket', async () => {
    const header = readHeader(await compose({ replyTo: 'support+tx@desk.example' }));
    assert.ok(header.some(line => /^Reply-To: .*<support\+tx@desk\.example>$/.test(line)));
  });

  it('has no header injected by a subject or a name', async () => {
    const header = readHeader(
      await compose({
        subject: 'a\r\nBcc: x@evil.example',
        to: [{ name: 'b\r\nBcc: y@evil.example', email: 'c@customer.example' }],
      }),
    );
    assert.ok(!header.some(line => line.startsWith('Bcc')));
  });

  it('has no picture, script or address that loads a resource', async () => {
    const raw = await compose({ text: '![x](https://evil.example/pixel.png)\n<script src="https://evil.example/x">' });
    assert.doesNotMatch(raw.slice(raw.indexOf('<!doctype')), /<(?!a |\/)\w+[^>]* (?:src|href)=|<img|<script/);
  });

  it('has a Message-ID of 128 random bits at an ASCII domain', () => {
    assert.match(createMessageId('support@desk.example'), /^<[0-9a-f]{32}@desk\.example>$/);
    assert.match(createMessageId('support@пример.рф'), /^<[0-9a-f]{32}@xn--e1afmkfd\.xn--p1ai>$/);
    assert.notEqual(createMessageId('a@b.example'), createMessageId('a@b.example'));
  });
});
