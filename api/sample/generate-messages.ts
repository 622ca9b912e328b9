import type { State } from '#contract/enums';
import type { TicketCustomer } from './customers.ts';
import type { Random } from './random.ts';
import type { PlaceholderValues } from './template.ts';
import { noteTemplates, type TicketTheme } from './themes.ts';
import type { AuthoredMessage } from './thread-rows.ts';

/** An agent to whom tickets can be assigned. */
export type TicketAgent = { id: string; name: string };

/** The topic, the people and the time span of a conversation. Times are in milliseconds since 1970. */
export type Conversation = {
  theme: TicketTheme;
  values: PlaceholderValues;
  state: State;
  agent: TicketAgent;
  customer: TicketCustomer;
  from: number;
  until: number;
};

/** Generates messages for about every eighth ticket: alternating answers and details, and some notes. */
export function generateMessages(random: Random, conversation: Conversation): AuthoredMessage[] {
  const { theme, values, state, agent, from, until } = conversation;
  if (random.next() > 1 / 8) return [];
  // Pending and closed tickets end with an agent's answer.
  const replies = random.between(1, 3) * 2 - (state === 'open' ? random.between(0, 1) : 1);
  const step = (until - from) / (replies + 1);
  const messages: AuthoredMessage[] = [];
  for (let reply = 1; reply <= replies; reply++) {
    const at = Math.floor(from + step * reply);
    const isFromAgent = reply % 2 === 1;
    if (isFromAgent && random.next() < 0.2)
      messages.push(createAgentMessage(agent, 'note', random.pick(noteTemplates)(values), at));
    messages.push(
      isFromAgent
        ? createAgentMessage(agent, 'reply', random.pick(theme.answers)(values), at)
        : createCustomerMessage(conversation, random.pick(theme.details)(values), at),
    );
  }
  return messages;
}

const createAgentMessage = (agent: TicketAgent, type: 'reply' | 'note', body: string, at: number): AuthoredMessage => ({
  body,
  type,
  direction: 'out',
  author_name: agent.name,
  author_id: agent.id,
  created_at: at,
});

const createCustomerMessage = ({ agent, customer }: Conversation, body: string, at: number): AuthoredMessage => ({
  body,
  type: 'reply',
  direction: 'in',
  author_name: customer.customer_name,
  author_id: agent.id,
  created_at: at,
});
