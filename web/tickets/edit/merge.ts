import type { Ticket } from '#contract';

/** What can be written of a ticket. */
export type TicketFields = Pick<
  Ticket,
  'subject' | 'description' | 'customer_name' | 'customer_email' | 'state' | 'priority' | 'assignee_id' | 'tags'
>;
export type FieldName = keyof TicketFields;

/** The fields that an edit names, with their new values. */
export type TicketChange = Partial<TicketFields>;

const names: Readonly<Record<FieldName, true>> = {
  subject: true,
  customer_name: true,
  customer_email: true,
  state: true,
  priority: true,
  assignee_id: true,
  tags: true,
  description: true,
};

const isField = (name: string): name is FieldName => name in names;

/** The fields that something holds, in the order in which a ticket shows them. */
export const fieldsOf = (change: TicketChange): FieldName[] =>
  Object.keys(names)
    .filter(isField)
    .filter(name => change[name] !== undefined);

/** Some fields of a ticket, out of more. */
export const pickFields = (from: TicketChange, fields: readonly FieldName[]): TicketChange =>
  Object.fromEntries(fields.map(name => [name, from[name]]));

/** The fields that both have and that are not the same. Tags are a set: their order says nothing. */
export const changedFields = (one: TicketChange, other: TicketChange): FieldName[] =>
  fieldsOf(one).filter(name => other[name] !== undefined && !isSame(one[name], other[name]));

const isSame = (one: TicketChange[FieldName], other: TicketChange[FieldName]): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every(tag => other.includes(tag))
    : one === other;

/** What comes of a change that was made on an older state of a ticket. */
export type Merge = {
  /** What is still to be done on top of theirs; empty where theirs says it all. */
  change: TicketChange;
  /** The fields that both sides changed, each to something else. */
  clashes: readonly FieldName[];
};

/** What the API takes. */
const mostTags = 20;

/**
 * Merges a change field by field. Tags merge as the sets of what was added and taken off.
 *
 * @param base the ticket as it was when the change was made; at least the fields that `mine` names
 * @param mine the change
 * @param theirs what is stored by now
 */
export function mergeChange(base: TicketChange, mine: TicketChange, theirs: TicketChange): Merge {
  const change: TicketChange = {};
  const clashes: FieldName[] = [];
  for (const name of fieldsOf(mine)) {
    const tags = name === 'tags' ? mergeTags(base.tags, mine.tags, theirs.tags) : undefined;
    const merged = tags ?? mine[name];
    if (isSame(mine[name], base[name]) || isSame(merged, theirs[name])) continue;
    if (tags === undefined && !isSame(base[name], theirs[name])) clashes.push(name);
    else Object.assign(change, { [name]: merged });
  }
  return { change, clashes };
}

/** Undefined where they cannot be merged: without a base, or into more tags than a ticket may have. */
function mergeTags(base?: string[], mine?: string[], theirs?: string[]): string[] | undefined {
  if (!base || !mine || !theirs) return undefined;
  const kept = theirs.filter(tag => mine.includes(tag) || !base.includes(tag));
  const added = mine.filter(tag => !base.includes(tag) && !theirs.includes(tag));
  return kept.length + added.length > mostTags ? undefined : [...kept, ...added];
}
