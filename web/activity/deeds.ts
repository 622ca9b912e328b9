import type { LogLine } from './queries.ts';

/** A value in the change log. A long text is replaced by its digest. */
export type LogValue = LogLine['changes'][string]['old'];

/** The changes one person made to a ticket within a few minutes, merged into their net result. */
export type Deed = {
  /** The id of its first change. */
  id: string;
  personId: string;
  /** The time of its last change. */
  at: string;
  /** The ticket's changed fields. */
  fields: Readonly<Record<string, { old: LogValue; new: LogValue }>>;
  /** Number of deleted messages. */
  deleted: number;
};

/** Changes by one person that are at most this far apart are merged. */
const mergeMilliseconds = 5 * 60_000;

const isSame = (one: LogValue, other: LogValue): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Groups a ticket's changes by the messages around them: before the first message, between it and the second, …, after
 * the last. Consecutive changes by one person within minutes become one item; changes they reverted are left out.
 *
 * @param lines oldest first
 * @param messageTimes creation times of the messages, oldest first
 */
export function placeDeeds(lines: readonly LogLine[], messageTimes: readonly string[]): Deed[][] {
  const groups: Deed[][] = Array.from({ length: messageTimes.length + 1 }, () => []);
  let index = 0;
  for (const line of lines) {
    const deed = readDeed(line);
    if (!deed) continue;
    while (index < messageTimes.length && Date.parse(messageTimes[index] ?? '') <= Date.parse(deed.at)) index++;
    const group = groups[index] ?? [];
    const previous = group.at(-1);
    if (previous && belongTogether(previous, deed)) group[group.length - 1] = merge(previous, deed);
    else group.push(deed);
  }
  return groups.map(deeds => deeds.map(withoutReverted).filter(hasChanges));
}

/** Leaves out edits of messages: the message itself shows that it was edited. */
function readDeed({ id, type, person_id: personId, created_at: at, changes }: LogLine): Deed | null {
  if (type === 'message.updated') return null;
  if (type === 'message.deleted') return { id, personId, at, fields: {}, deleted: 1 };
  return { id, personId, at, fields: changes, deleted: 0 };
}

const belongTogether = (earlier: Deed, later: Deed): boolean =>
  earlier.personId === later.personId && Date.parse(later.at) - Date.parse(earlier.at) <= mergeMilliseconds;

function merge(earlier: Deed, later: Deed): Deed {
  const fields = { ...earlier.fields };
  for (const [name, { old, new: value }] of Object.entries(later.fields)) {
    fields[name] = { old: fields[name] ? fields[name].old : old, new: value };
  }
  return { ...earlier, at: later.at, fields, deleted: earlier.deleted + later.deleted };
}

const withoutReverted = (deed: Deed): Deed => ({
  ...deed,
  fields: Object.fromEntries(Object.entries(deed.fields).filter(([, { old, new: value }]) => !isSame(old, value))),
});

const hasChanges = ({ fields, deleted }: Deed): boolean => deleted > 0 || Object.keys(fields).length > 0;

export type Edit = { personId: string; at: string };

/** The last edit of each message, by message id, and of the ticket's description. */
export type Edits = { messages: ReadonlyMap<string, Edit>; description: Edit | null };

/** @param lines oldest first */
export function readEdits(lines: readonly LogLine[]): Edits {
  const messages = new Map<string, Edit>();
  let description: Edit | null = null;
  for (const { type, resource_id: id, person_id: personId, created_at: at, changes } of lines) {
    if (type === 'message.updated') messages.set(id, { personId, at });
    else if ('description' in changes) description = { personId, at };
  }
  return { messages, description };
}
