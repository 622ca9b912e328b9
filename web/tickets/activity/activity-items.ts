import type { ActivityEvent } from './queries.ts';

/** A value in the change log. A long value is replaced by its digest. */
export type LogValue = ActivityEvent['changes'][string]['old'];

/** The net result of a person's changes to a ticket within a few minutes. */
export type ActivityItem = {
  id: string;
  personId: string;
  /** The time of the last change. */
  at: string;
  fields: Readonly<Record<string, { old: LogValue; new: LogValue }>>;
  deletedMessages: number;
};

/** Maximum time between two changes by one person that are merged into one item. */
const mergeMilliseconds = 5 * 60_000;

const isSame = (a: LogValue, b: LogValue): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Groups a ticket's changes by the messages around them. There is a group before the first message, and a group after
 * each message. Consecutive changes by one person, at most five minutes apart, become one item. Reverted changes are
 * left out.
 *
 * @param events oldest first
 * @param messageTimes creation times of the messages, oldest first
 */
export function groupActivity(events: readonly ActivityEvent[], messageTimes: readonly string[]): ActivityItem[][] {
  const groups: ActivityItem[][] = Array.from({ length: messageTimes.length + 1 }, () => []);
  let index = 0;
  for (const event of events) {
    const item = parseActivityItem(event);
    if (!item) continue;
    while (index < messageTimes.length && Date.parse(messageTimes[index] ?? '') <= Date.parse(item.at)) index++;
    const group = groups[index] ?? [];
    const previous = group.at(-1);
    if (previous && belongTogether(previous, item)) group[group.length - 1] = merge(previous, item);
    else group.push(item);
  }
  return groups.map(items => items.map(withoutReverted).filter(hasChanges));
}

/** Prefix of the field for the files of a message. The message id follows, since an item may cover several messages. */
export const filesFieldPrefix = 'files of ';

/** Returns null if only the text of a message was edited. The message itself shows the edit. */
function parseActivityItem({
  id,
  type,
  resource_id: resourceId,
  person_id: personId,
  created_at: at,
  changes,
}: ActivityEvent): ActivityItem | null {
  if (type === 'message.updated') {
    const { attachment_ids: files } = changes;
    return files ? { id, personId, at, fields: { [filesFieldPrefix + resourceId]: files }, deletedMessages: 0 } : null;
  }
  if (type === 'message.deleted') return { id, personId, at, fields: {}, deletedMessages: 1 };
  return { id, personId, at, fields: changes, deletedMessages: 0 };
}

const belongTogether = (earlier: ActivityItem, later: ActivityItem): boolean =>
  earlier.personId === later.personId && Date.parse(later.at) - Date.parse(earlier.at) <= mergeMilliseconds;

function merge(earlier: ActivityItem, later: ActivityItem): ActivityItem {
  const fields = { ...earlier.fields };
  for (const [name, { old, new: value }] of Object.entries(later.fields)) {
    fields[name] = { old: fields[name] ? fields[name].old : old, new: value };
  }
  return { ...earlier, at: later.at, fields, deletedMessages: earlier.deletedMessages + later.deletedMessages };
}

const withoutReverted = (item: ActivityItem): ActivityItem => ({
  ...item,
  fields: Object.fromEntries(Object.entries(item.fields).filter(([, { old, new: value }]) => !isSame(old, value))),
});

const hasChanges = ({ fields, deletedMessages }: ActivityItem): boolean =>
  deletedMessages > 0 || Object.keys(fields).length > 0;

export type LastEdit = { personId: string; at: string };

/** The last edit of each message, by message id, and of the ticket's description. */
export type LastEdits = { messages: ReadonlyMap<string, LastEdit>; description: LastEdit | null };

/**
 * Finds the last edit of each message and of the description. Includes changes of a message's files.
 *
 * @param events oldest first
 */
export function findLastEdits(events: readonly ActivityEvent[]): LastEdits {
  const messages = new Map<string, LastEdit>();
  let description: LastEdit | null = null;
  for (const { type, resource_id: id, person_id: personId, created_at: at, changes } of events) {
    if (type === 'message.updated') messages.set(id, { personId, at });
    else if ('description' in changes) description = { personId, at };
  }
  return { messages, description };
}
