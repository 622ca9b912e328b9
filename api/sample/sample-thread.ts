import { millisecondsOf } from './age.ts';
import type { AgentIds } from './load-people.ts';
import type { SampleMessage, SampleTicket } from './notation.ts';
import { agents } from './people.ts';
import { prose } from './prose.ts';
import type { Thread, ThreadMessage } from './thread.ts';

/** `Name <address>` or a bare address (a mailbox, RFC 5322 3.4) as the two fields a ticket has. */
function parseMailbox(mailbox: string): { customer_name: string | null; customer_email: string } {
  const groups = /^(?<name>.+) <(?<address>[^<>]+)>$/.exec(mailbox)?.groups;
  return { customer_name: groups?.['name'] ?? null, customer_email: groups?.['address'] ?? mailbox };
}

/** A sample ticket as the contract's fields, with ages turned into times before `now` (milliseconds since 1970). */
export function threadOf(sample: SampleTicket, ids: AgentIds, now: number): Thread {
  const customer = parseMailbox(sample.customer);
  // Mail is fetched by Inês's account, so what nobody has taken on yet was brought in by her.
  const intake = ids[sample.assignee ?? 'ines'];
  return {
    ticket: {
      subject: sample.subject,
      description: prose(sample.text),
      ...customer,
      state: sample.closed ? 'closed' : sample.pending ? 'pending' : 'open',
      priority: sample.priority ?? 'normal',
      assignee_id: sample.assignee ? ids[sample.assignee] : null,
      tags: [...(sample.tags ?? [])],
    },
    created_at: now - millisecondsOf(sample.opened),
    closed_at: sample.closed ? now - millisecondsOf(sample.closed) : 0,
    created_by: intake,
    triage: sample.triage && { by: ids[sample.triage.agent], at: now - millisecondsOf(sample.triage.age) },
    messages: (sample.thread ?? []).map(message => ({
      ...messageOf(message, customer.customer_name ?? customer.customer_email),
      author_id: message.agent ? ids[message.agent] : intake,
      created_at: now - millisecondsOf(message.age),
    })),
  };
}

const messageOf = (message: SampleMessage, customerName: string): Omit<ThreadMessage, 'author_id' | 'created_at'> => ({
  body: message.body,
  type: message.type,
  direction: message.direction,
  author_name: message.agent ? agents[message.agent].name : (message.colleague ?? customerName),
});
