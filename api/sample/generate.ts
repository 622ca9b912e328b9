import { priorities, type State } from '#contract/enums';
import { pickCustomer } from './customers.ts';
import { generateMessages, type TicketAgent } from './generate-messages.ts';
import { placeholderGenerators } from './placeholders.ts';
import { type Random, seededRandom } from './random.ts';
import { generatePlaceholderValues, type PlaceholderValues } from './template.ts';
import { type TicketTheme, ticketThemes } from './themes.ts';
import type { ThreadDraft } from './thread-rows.ts';

const dayMilliseconds = 24 * 60 * 60_000;
const spanMilliseconds = 730 * dayMilliseconds;
/** Above 1, so that recent months have more tickets. */
const growth = 1.3;
/** Cumulative shares in the order of the priorities. */
const priorityShares = [0.15, 0.8, 0.96, 1];

/** `now` is in milliseconds since 1970; there must be at least one agent. */
export type GeneratorOptions = { seed: number; count: number; now: number; agents: readonly TicketAgent[] };

/**
 * Generates `count` varied tickets of the two years before `now`, oldest first. The same options generate the same
 * tickets. They are generated one by one, so that a million tickets need little memory.
 */
export function* generateThreads({ seed, count, now, agents }: GeneratorOptions): Generator<ThreadDraft> {
  const random = seededRandom(seed);
  for (let index = 0; index < count; index++) {
    const ageShare = (1 - (index + random.next()) / count) ** growth;
    yield generateThread(random, now - Math.floor(ageShare * spanMilliseconds), now, agents);
  }
}

function generateThread(random: Random, createdAt: number, now: number, agents: readonly TicketAgent[]): ThreadDraft {
  const theme = random.pickSkewed(ticketThemes);
  const values = generatePlaceholderValues(placeholderGenerators, random);
  const [subject, opening] = random.pick(theme.problems);
  const agent = random.pick(agents);
  const state = pickState(random, now - createdAt);
  const customer = pickCustomer(random);
  const endedAt = createdAt + Math.floor(Math.min(now - createdAt, 12 * dayMilliseconds) * random.next());
  return {
    ticket: {
      subject: capitalize(subject(values)),
      description: `${capitalize(opening(values))}${pickDetails(random, theme, values)}`,
      ...customer,
      state,
      priority: pickPriority(random),
      assignee_id: state === 'open' && random.next() < 0.3 ? null : agent.id,
      tags: pickTags(random, theme),
      mailbox_id: null,
    },
    created_at: createdAt,
    closed_at: state === 'closed' ? endedAt : 0,
    created_by: agent.id,
    messages: generateMessages(random, { theme, values, state, agent, customer, from: createdAt, until: endedAt }),
  };
}

/** Picks a state: most new tickets are open, nearly all old tickets are closed. */
function pickState(random: Random, ageMilliseconds: number): State {
  const days = ageMilliseconds / dayMilliseconds;
  const [open, pending] = days < 3 ? [0.6, 0.2] : days < 30 ? [0.15, 0.15] : [0.01, 0.005];
  const share = random.next();
  return share < open ? 'open' : share < open + pending ? 'pending' : 'closed';
}

function pickPriority(random: Random) {
  const share = random.next();
  return priorities.find((_, index) => share < (priorityShares[index] ?? 1)) ?? 'normal';
}

/** Picks one detail, or a paragraph of two different details. */
function pickDetails(random: Random, { details }: TicketTheme, values: PlaceholderValues): string {
  const first = random.between(0, details.length - 1);
  const text = details[first]?.(values) ?? '';
  if (random.next() < 0.7) return ` ${text}`;
  const second = (first + random.between(1, details.length - 1)) % details.length;
  return `\n\n${text} ${details[second]?.(values) ?? ''}`;
}

/** Picks a subset of the theme's tags, the first most often. */
function pickTags(random: Random, theme: TicketTheme): string[] {
  const frequency = random.between(0, 2);
  return theme.tags.filter((_, index) => random.next() < frequency / (index + 2));
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
