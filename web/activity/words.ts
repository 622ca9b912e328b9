import { priorities, type State, states } from '#contract/vocabulary';
import type { IconName } from '../ui/icon.tsx';
import type { Deed, LogValue } from './deeds.ts';

/** A text that was another one. A long one is not in the change log, and null. */
export type Rewriting = { what: string; old: string | null; new: string | null };

/** A deed as it is told: "raised the priority to urgent and assigned it to you", after the name of who did it. */
export type Telling = { words: string; icon: IconName; rewritings: readonly Rewriting[] };

/** Whose eyes it is told to. */
export type Audience = { personId: string; nameOf: (id: string) => string };

type Change = { old: LogValue; new: LogValue };
type Clause = { words: string; icon: IconName };
type Teller = (change: Change, deed: Deed, audience: Audience) => Clause;

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** In the order in which they are told; fields that follow from others are not. */
const tellers: readonly (readonly [field: string, tell: Teller])[] = [
  ['state', tellState],
  ['priority', tellPriority],
  ['assignee_id', tellAssignee],
  ['tags', tellTags],
  ['subject', change => tellText('the subject', change)],
  ['description', change => tellText('the description', change)],
  ['customer_name', change => tellCustomer('the customer’s name', change)],
  ['customer_email', change => tellCustomer('the customer’s e-mail', change)],
];

const texts: Readonly<Record<string, string>> = { subject: 'Subject', description: 'Description' };

/** Tells a deed; null where nothing in it is worth telling. */
export function tell(deed: Deed, audience: Audience): Telling | null {
  const clauses = tellers.flatMap(([field, teller]) => {
    const change = deed.fields[field];
    return change ? [teller(change, deed, audience)] : [];
  });
  if (deed.deleted > 0) clauses.push({ words: deletedWords(deed.deleted), icon: 'trash' });
  const [first] = clauses;
  if (!first) return null;
  return { words: list.format(clauses.map(({ words }) => words)), icon: first.icon, rewritings: rewritingsOf(deed) };
}

const deletedWords = (count: number): string => (count === 1 ? 'deleted a message' : `deleted ${count} messages`);

const rewritingsOf = ({ fields }: Deed): Rewriting[] =>
  Object.entries(texts).flatMap(([field, what]) => {
    const change = fields[field];
    return change ? [{ what, old: readText(change.old), new: readText(change.new) }] : [];
  });

const readText = (value: LogValue): string | null => (value === null ? '' : typeof value === 'string' ? value : null);

function tellPriority({ old, new: now }: Change): Clause {
  const icon = priorities.find(priority => priority === now) ?? 'normal';
  const ranks: readonly LogValue[] = priorities;
  const verb = ranks.indexOf(now) > ranks.indexOf(old) ? 'raised' : 'lowered';
  return { words: `${verb} the priority to ${icon}`, icon };
}

function tellAssignee(
  { old, new: now }: Change,
  { personId: doer }: Deed,
  { personId: reader, nameOf }: Audience,
): Clause {
  const name = (id: LogValue): string => (id === reader ? 'you' : nameOf(String(id)) || 'somebody');
  const self = doer === reader ? 'yourself' : 'themselves';
  if (now === null) return { words: `unassigned ${old === doer ? self : name(old)}`, icon: 'person' };
  return { words: now === doer ? 'took the ticket' : `assigned it to ${name(now)}`, icon: 'person' };
}

function tellTags({ old, new: now }: Change): Clause {
  const [before, after] = [readTags(old), readTags(now)];
  const clauses = [
    nameTags(
      'added',
      after.filter(tag => !before.includes(tag)),
    ),
    nameTags(
      'removed',
      before.filter(tag => !after.includes(tag)),
    ),
  ].filter(words => words !== '');
  // The same tags in another order.
  return { words: list.format(clauses) || 'reordered the tags', icon: 'tag' };
}

const readTags = (value: LogValue): string[] => (Array.isArray(value) ? value : []);

const nameTags = (verb: string, tags: readonly string[]): string =>
  tags.length === 0 ? '' : `${verb} the ${tags.length === 1 ? 'tag' : 'tags'} ${list.format(tags)}`;

function tellText(what: string, { old, new: now }: Change): Clause {
  const verb = now === '' ? 'removed' : old === '' || old === null ? 'wrote' : 'changed';
  return { words: `${verb} ${what}`, icon: 'pencil' };
}

function tellCustomer(what: string, { new: now }: Change): Clause {
  const words = now === null || now === '' ? `removed ${what}` : `changed ${what} to ${readText(now) ?? 'another'}`;
  return { words, icon: 'person' };
}

const stateWords: Readonly<Record<State, string>> = {
  open: 'set the ticket to open',
  pending: 'set the ticket to waiting',
  closed: 'closed the ticket',
};
const stateIcons: Readonly<Record<State, IconName>> = { open: 'open', pending: 'half', closed: 'check' };

function tellState({ old, new: now }: Change): Clause {
  const state = states.find(state => state === now) ?? 'open';
  const words = old === 'closed' && state === 'open' ? 'reopened the ticket' : stateWords[state];
  return { words, icon: stateIcons[state] };
}
