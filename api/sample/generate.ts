import { priorities, type State } from '#contract/vocabulary';
import type { Agent } from './agent.ts';
import { someCustomer } from './customers.ts';
import { exchange } from './generate-messages.ts';
import { type Random, seededRandom } from './random.ts';
import { drawFacts, type Facts } from './template.ts';
import { type Theme, themes } from './themes.ts';
import type { Thread } from './thread.ts';
import { fills } from './vocabulary.ts';

const day = 24 * 60 * 60_000;
const span = 730 * day;
/** Above 1: the desk has grown, recent months hold more tickets. */
const growth = 1.3;
/** Of the priorities in their order, each with those before it. */
const priorityShares = [0.15, 0.8, 0.96, 1];

/** What to generate. `now` is in milliseconds since 1970; there must be at least one agent. */
export type Generation = { seed: number; count: number; now: number; agents: readonly Agent[] };

/**
 * Writes `count` varied tickets of the two years before `now`, oldest first. The same arguments give the same tickets;
 * they are made one by one, so a million cost no memory.
 */
export function* generateThreads({ seed, count, now, agents }: Generation): Generator<Thread> {
  const random = seededRandom(seed);
  for (let index = 0; index < count; index++) {
    const ageShare = (1 - (index + random.next()) / count) ** growth;
    yield generateThread(random, now - Math.floor(ageShare * span), now, agents);
  }
}

function generateThread(random: Random, createdAt: number, now: number, agents: readonly Agent[]): Thread {
  const theme = random.pickSkewed(themes);
  const facts = drawFacts(fills, random);
  const [subject, opening] = random.pick(theme.problems);
  const agent = random.pick(agents);
  const state = someState(random, now - createdAt);
  const customer = someCustomer(random);
  const settledAt = createdAt + Math.floor(Math.min(now - createdAt, 12 * day) * random.next());
  return {
    ticket: {
      subject: capitalised(subject(facts)),
      description: `${capitalised(opening(facts))}${someDetails(random, theme, facts)}`,
      ...customer,
      state,
      priority: somePriority(random),
      assignee_id: state === 'open' && random.next() < 0.3 ? null : agent.id,
      tags: someTags(random, theme),
    },
    created_at: createdAt,
    closed_at: state === 'closed' ? settledAt : 0,
    created_by: agent.id,
    messages: exchange(random, { theme, facts, state, agent, customer, from: createdAt, until: settledAt }),
  };
}

/** New tickets are mostly open, old ones nearly all closed. */
function someState(random: Random, age: number): State {
  const [open, pending] = age < 3 * day ? [0.6, 0.2] : age < 30 * day ? [0.15, 0.15] : [0.01, 0.005];
  const drawn = random.next();
  return drawn < open ? 'open' : drawn < open + pending ? 'pending' : 'closed';
}

function somePriority(random: Random) {
  const drawn = random.next();
  return priorities.find((_, rank) => drawn < (priorityShares[rank] ?? 1)) ?? 'normal';
}

/** One detail, or two different ones as a paragraph of their own. */
function someDetails(random: Random, { details }: Theme, facts: Facts): string {
  const first = random.between(0, details.length - 1);
  const told = details[first]?.(facts) ?? '';
  if (random.next() < 0.7) return ` ${told}`;
  const second = (first + random.between(1, details.length - 1)) % details.length;
  return `\n\n${told} ${details[second]?.(facts) ?? ''}`;
}

/** None, or some of the theme's: the first is the most frequent. */
function someTags(random: Random, theme: Theme): string[] {
  const howMany = random.between(0, 2);
  return theme.tags.filter((_, index) => random.next() < howMany / (index + 2));
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
