import { z } from 'zod';
import { messageFields } from '#contract/messages';
import { ticketFields } from '#contract/tickets';
import { type AgentIds, agentName, sampleAgents } from './load-people.ts';
import { readSampleFiles, type SampleFile, sampleAge, sampleList } from './sample-files.ts';
import type { AuthoredMessage, ThreadDraft } from './thread-rows.ts';

/** Parses `Name <address>`, or a bare address, into the two fields of a ticket. */
export const customerAddress = z.string().transform(text => {
  const groups = /^(?<name>.+) <(?<address>[^<>]+)>$/.exec(text)?.groups;
  return { customer_name: groups?.['name'] ?? null, customer_email: groups?.['address'] ?? text };
});

/** A ticket is closed if it has a `closed` age. Without a `triage`, it was created with its priority and assignee. */
const sampleTicket = z.strictObject({
  number: z.coerce.number().int(),
  subject: ticketFields.subject,
  customer: customerAddress,
  opened: sampleAge,
  state: z.literal('pending').optional(),
  closed: sampleAge.optional(),
  priority: ticketFields.priority.default('normal'),
  assignee: agentName.optional(),
  tags: sampleList.pipe(ticketFields.tags).default([]),
  triage: sampleList.pipe(z.tuple([agentName, sampleAge])).optional(),
  text: ticketFields.description,
});

/** A message of a ticket. `name` is set if a colleague of the customer wrote it. */
const sampleMessage = z.strictObject({
  from: z.enum([...agentName.options, 'customer']),
  name: z.string().optional(),
  type: messageFields.type.default('reply'),
  age: sampleAge,
  text: messageFields.body,
});

type SampleTicket = z.output<typeof sampleTicket>;
type SampleMessage = z.output<typeof sampleMessage>;
export type SampleThread = SampleFile<SampleTicket, SampleMessage>;

/**
 * Reads the tickets of the sample desk. They are about Tallywright, a fictional program with which small workshops
 * manage orders, stock and invoices.
 */
export const readSampleThreads = (): SampleThread[] => readSampleFiles('threads', sampleTicket, sampleMessage);

/** The agents, the mailbox of the tickets, and the current time. */
export type SampleContext = { ids: AgentIds; mailboxId: string | null; now: number };

/** Converts ages to times before `now` (milliseconds since 1970), and names to ids. */
export function toThreadDraft({ head, items }: SampleThread, { ids, mailboxId, now }: SampleContext): ThreadDraft {
  const { subject, text, customer, priority, assignee, tags, triage } = head;
  // Inês's account fetches the mail, so she creates unassigned tickets and their incoming messages.
  const intakeId = ids[assignee ?? 'ines'];
  const customerName = customer.customer_name ?? customer.customer_email;
  return {
    ticket: {
      subject,
      description: text,
      ...customer,
      state: head.closed ? 'closed' : (head.state ?? 'open'),
      priority,
      assignee_id: assignee ? ids[assignee] : null,
      tags,
      mailbox_id: mailboxId,
    },
    created_at: now - head.opened,
    closed_at: head.closed ? now - head.closed : 0,
    created_by: intakeId,
    triage: triage && { agentId: ids[triage[0]], at: now - triage[1] },
    messages: items.map(message => toMessage(message, customerName, intakeId, ids, now)),
  };
}

function toMessage(
  { from, name, type, age, text }: SampleMessage,
  customerName: string,
  intakeId: string,
  ids: AgentIds,
  now: number,
): AuthoredMessage {
  const message = { body: text, type, created_at: now - age };
  return from === 'customer'
    ? { ...message, direction: 'in', author_name: name ?? customerName, author_id: intakeId }
    : { ...message, direction: 'out', author_name: sampleAgents[from].name, author_id: ids[from] };
}
