import type { Message, Ticket } from '#contract';
import { formatSize } from '../ui/format-size.ts';
import { formatExactTime } from '../ui/format-time.ts';
import { describeProperties } from './describe-properties.ts';

type Thread = {
  ticket: Ticket;
  messages: readonly Message[];
  /** The ticket's URL in the web app. */
  url: string;
  getName: (personId: string) => string;
};

/** Formats a ticket with its thread as Markdown. Quotes each message, so that its Markdown affects no other part. */
export function formatTicketAsMarkdown({ ticket, messages, url, getName }: Thread): string {
  const properties = describeProperties(ticket, getName).map(
    ([label, value]) => `- ${label}: ${escapeMarkdown(value)}`,
  );
  const author = ticket.customer_name ?? ticket.customer_email ?? getName(ticket.created_by);
  const description = { type: 'reply', author_name: author, created_at: ticket.created_at } as const;
  return [
    `# ${escapeMarkdown(ticket.subject)}`,
    [`- Ticket: [#${escapeMarkdown(ticket.id)}](${url})`, ...properties].join('\n'),
    ...(ticket.description === '' ? [] : formatMessage({ ...description, body: ticket.description, attachments: [] })),
    ...messages.flatMap(formatMessage),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

type ShownMessage = Pick<Message, 'attachments' | 'author_name' | 'body' | 'created_at' | 'type'>;

function formatMessage({ attachments, ...message }: ShownMessage): string[] {
  const kind = message.type === 'note' ? ' (internal note)' : '';
  const heading = `## ${escapeMarkdown(message.author_name)}${kind}, ${formatExactTime(Date.parse(message.created_at))}`;
  const quote = message.body.trimEnd().replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');
  const files = attachments.map(({ name, size }) => `- ${escapeMarkdown(name)}, ${formatSize(size)}`);
  return [heading, quote, ...(files.length > 0 ? [`Files:\n\n${files.join('\n')}`] : [])];
}

/** Escapes the special characters of Markdown (CommonMark 2.4). */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&');
