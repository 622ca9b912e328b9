import type { LogLine } from './queries.ts';

/** A value of the change log: a digest stands for a long text. */
export type LogValue = LogLine['changes'][string]['old'];

/** What one person did to a ticket within a few minutes, and what came of it in the end. */
export type Deed = {
  /** Of the first change in it. */
  id: string;
  personId: string;
  /** When the last of it was done. */
  at: string;
  /** The ticket's fields that are not what they were. */
  fields: Readonly<Record<string, { old: LogValue; new: LogValue }>>;
  /** How many messages were deleted. */
  deleted: number;
};

/** Changes of one person that are no further apart belong together. */
const togetherMilliseconds = 5 * 60_000;

const isSame = (one: LogValue, other: LogValue): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Places what was done to a ticket between its messages: the deeds before the first message, between it and the second,
 * …, after the last. Changes that one person made within minutes, nobody else's and no message between them, are one
 * deed; what they took back meanwhile is none.
 *
 * @param lines oldest first
 * @param messageTimes when the messages were written, oldest first
 */
export function placeDeeds(lines: readonly LogLine[], messageTimes: readonly string[]): Deed[][] {
  const places: Deed[][] = Array.from({ length: messageTimes.length + 1 }, () => []);
  let place = 0;
  for (const line of lines) {
    const deed = readDeed(line);
    if (!deed) continue;
    while (place < messageTimes.length && Date.parse(messageTimes[place] ?? '') <= Date.parse(deed.at)) place++;
    const here = places[place] ?? [];
    const before = here.at(-1);
    if (before && belongTogether(before, deed)) here[here.length - 1] = join(before, deed);
    else here.push(deed);
  }
  return places.map(deeds => deeds.map(withoutTakenBack).filter(isSomething));
}

/** An edited message shows that itself. */
function readDeed({ id, type, person_id: personId, created_at: at, changes }: LogLine): Deed | null {
  if (type === 'message.updated') return null;
  if (type === 'message.deleted') return { id, personId, at, fields: {}, deleted: 1 };
  return { id, personId, at, fields: changes, deleted: 0 };
}

const belongTogether = (earlier: Deed, later: Deed): boolean =>
  earlier.personId === later.personId && Date.parse(later.at) - Date.parse(earlier.at) <= togetherMilliseconds;

function join(earlier: Deed, later: Deed): Deed {
  const fields = { ...earlier.fields };
  for (const [name, { old, new: value }] of Object.entries(later.fields)) {
    fields[name] = { old: fields[name] ? fields[name].old : old, new: value };
  }
  return { ...earlier, at: later.at, fields, deleted: earlier.deleted + later.deleted };
}

const withoutTakenBack = (deed: Deed): Deed => ({
  ...deed,
  fields: Object.fromEntries(Object.entries(deed.fields).filter(([, { old, new: value }]) => !isSame(old, value))),
});

const isSomething = ({ fields, deleted }: Deed): boolean => deleted > 0 || Object.keys(fields).length > 0;

/** Who changed a text, and when. */
export type Edit = { personId: string; at: string };

/** The last change of each message, by its id, and of the ticket's description. */
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
