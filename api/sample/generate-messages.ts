import type { State } from '#contract/vocabulary';
import type { Agent } from './agent.ts';
import type { Customer } from './customers.ts';
import type { Random } from './random.ts';
import type { Facts } from './template.ts';
import { notes, type Theme } from './themes.ts';
import type { ThreadMessage } from './thread.ts';

/** Who writes with whom, about what, between which two moments (milliseconds since 1970). */
export type Exchange = {
  theme: Theme;
  facts: Facts;
  state: State;
  agent: Agent;
  customer: Customer;
  from: number;
  until: number;
};

/** The messages of every eighth ticket: answers and further questions in turns, a note here and there. */
export function exchange(random: Random, about: Exchange): ThreadMessage[] {
  if (random.next() > 1 / 8) return [];
  // What waits for the customer, or is done, ends with our answer.
  const turns = random.between(1, 3) * 2 - (about.state === 'open' ? random.between(0, 1) : 1);
  const step = (about.until - about.from) / (turns + 1);
  const messages: ThreadMessage[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    const at = Math.floor(about.from + step * turn);
    const isOurs = turn % 2 === 1;
    if (isOurs && random.next() < 0.2) messages.push(written(about.agent, 'note', random.pick(notes)(about.facts), at));
    messages.push(
      isOurs
        ? written(about.agent, 'reply', random.pick(about.theme.answers)(about.facts), at)
        : received(about, random.pick(about.theme.details)(about.facts), at),
    );
  }
  return messages;
}

const written = (agent: Agent, type: 'reply' | 'note', body: string, at: number): ThreadMessage => ({
  body,
  type,
  direction: 'out',
  author_name: agent.name,
  author_id: agent.id,
  created_at: at,
});

const received = ({ agent, customer }: Exchange, body: string, at: number): ThreadMessage => ({
  body,
  type: 'reply',
  direction: 'in',
  author_name: customer.customer_name,
  author_id: agent.id,
  created_at: at,
});
