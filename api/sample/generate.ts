import { priorities, type State } from '#contract/vocabulary';
import { someCustomer } from './customers.ts';
import { exchange } from './generate-messages.ts';
import { type Random, seededRandom } from './random.ts';
import { type Theme, themes } from './themes.ts';
import type { Thread } from './thread.ts';

const day = 24 * 60 * 60_000;
const span = 730 * day;
/** Above 1: the desk has grown, recent months hold more tickets. */
const growth = 1.3;
/** Of the priorities in their order, each with those before it. */
const priorityShares = [0.15, 0.8, 0.96, 1];

/** Somebody tickets can be assigned to. */
export type Agent = { id: string; name: string };

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
  const agent = random.pick(agents);
  const state = someState(random, now - createdAt);
  const customer = someCustomer(random);
  const settledAt = createdAt + Math.floor(Math.min(now - createdAt, 12 * day) * random.next());
  return {
    ticket: {
      subject: capitalised(random.pick(theme.subjects)(random)),
      description: someDescription(random, theme),
      ...customer,
      state,
      priority: somePriority(random),
      assignee_id: state === 'open' && random.next() < 0.3 ? null : agent.id,
      tags: someTags(random, theme),
    },
    created_at: createdAt,
    closed_at: state === 'closed' ? settledAt : 0,
    created_by: agent.id,
    messages: exchange(random, { theme, state, agent, customer, from: createdAt, until: settledAt }),
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

function someDescription(random: Random, theme: Theme): string {
  const opening = random.pick(theme.openings)(random);
  const detail = random.pick(theme.details)(random);
  const greeting = random.next() < 0.4 ? 'Hello,\n\n' : '';
  return random.next() < 0.5
    ? `${greeting}${opening} ${detail}`
    : `${greeting}${opening}\n\n${detail} ${random.pick(theme.details)(random)}`;
}

/** None, or some of the theme's: the first is the most frequent. */
function someTags(random: Random, theme: Theme): string[] {
  const howMany = random.between(0, 2);
  return theme.tags.filter((_, index) => random.next() < howMany / (index + 2));
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
