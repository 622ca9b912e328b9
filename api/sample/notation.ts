import type { Direction, MessageType, Priority } from '#contract/vocabulary';
import type { Age } from './age.ts';
import type { AgentName } from './people.ts';
import { prose } from './prose.ts';

/** One message of a sample thread, told oldest first. */
export type SampleMessage = {
  age: Age;
  type: MessageType;
  direction: Direction;
  /** The agent who wrote it; null when it came from the customer. */
  agent: AgentName | null;
  /** Who signs a customer's message when it is not the customer of the ticket. */
  colleague: string | null;
  body: string;
};

/**
 * A ticket as the sample files write it down. `customer` is a mailbox, `Name <address>` or a bare address;
 * a ticket is closed when it has a `closed` age, pending when it says so, else open. Priority is normal unless said.
 */
export type SampleTicket = {
  number: number;
  opened: Age;
  closed?: Age;
  pending?: true;
  subject: string;
  customer: string;
  priority?: Priority;
  assignee?: AgentName;
  tags?: readonly string[];
  /** Who gave it its priority and its assignee, and when; it had both from the beginning where nobody did. */
  triage?: { agent: AgentName; age: Age };
  text: string;
  thread?: readonly SampleMessage[];
};

/** A message from the customer, or from a colleague of theirs. */
export const customer = (age: Age, body: string, colleague: string | null = null): SampleMessage => ({
  age,
  type: 'reply',
  direction: 'in',
  agent: null,
  colleague,
  body: prose(body),
});

/** An agent's reply to the customer. */
export const reply = (agent: AgentName, age: Age, body: string): SampleMessage => ({
  age,
  type: 'reply',
  direction: 'out',
  agent,
  colleague: null,
  body: prose(body),
});

/** An agent's internal note. */
export const note = (agent: AgentName, age: Age, body: string): SampleMessage => ({
  ...reply(agent, age, body),
  type: 'note',
});
