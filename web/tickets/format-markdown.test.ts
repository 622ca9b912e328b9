import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, Ticket } from '#contract';
import { exampleMessage, exampleTicket } from '#contract/examples';
import { formatExactTime } from '../ui/format-time.ts';
import { formatTicketAsMarkdown } from './format-markdown.ts';

const ticket: Ticket = { ...exampleTicket, state: 'open', priority: 'high' };
const message: Message = { ...exampleMessage, type: 'reply', direction: 'out', attachments: [] };
const created = formatExactTime(Date.parse(ticket.created_at));
const written = formatExactTime(Date.parse(message.created_at));

const format = (changes: Partial<Ticket>, messages: readonly Message[] = []): string =>
  formatTicketAsMarkdown({
    ticket: { ...ticket, ...changes },
    messages,
    url: 'https://desk.example/tickets/1042',
    getName: id => `Person ${id}`,
  });

describe('a ticket as Markdown', () => {
  it('contains subject, properties, description and messages', () => {
    assert.equal(
      format({ assignee_id: null }, [message]),
      `# Invoice 2041 was charged twice

- Ticket: [#1042](https://desk.example/tickets/1042)
- Customer: Amélie Laurent, amelie@atelier-laurent.example
- State: Open
- Priority: High
- Assignee: Unassigned
- Tags: billing, refund
- Created: ${created}

## Amélie Laurent, ${created}

> My card shows two payments of 49 € for the same invoice.

## Nora Lindqvist, ${written}

> I have asked our bank; the second payment will be back **within three days**.
`,
    );
  });

  it('quotes every line of a message, and marks notes', () => {
    const note: Message = { ...message, type: 'note', body: '```\nno end  \n\n# not a heading\n' };
    const quote = `## Nora Lindqvist (internal note), ${written}\n\n> \`\`\`\n> no end  \n>\n> # not a heading\n`;
    assert.ok(format({}, [note]).endsWith(quote));
  });

  it('lists the files of a message', () => {
    const [file] = exampleMessage.attachments;
    assert.ok(file);
    const attachments = [
      { ...file, name: 'label_[1].png', size: 412_000 },
      { ...file, name: 'notes.txt', size: 15 },
    ];
    const files = 'Files:\n\n- label\\_\\[1\\].png, 402.4 KB\n- notes.txt, 15 bytes\n';
    assert.ok(format({}, [{ ...message, body: 'See', attachments }]).endsWith(`> See\n\n${files}`));
  });

  it('escapes Markdown in names, and omits an empty description', () => {
    const text = format({ subject: '<b> *not* [a](link)', description: '', customer_name: 'a_b' });
    assert.match(text, /^# \\<b\\> \\\*not\\\* \\\[a\\\]\(link\)\n/);
    assert.match(text, /Customer: a\\_b, /);
    assert.doesNotMatch(text, /^## /m);
  });
});
