import type { TicketDraft } from '#contract';
import { priorities, type State, states } from '#contract/enums';
import type { IconName } from '../../ui/icon.tsx';
import { type ActivityItem, filesFieldPrefix, type LogValue } from './activity-items.ts';

/** A changed text. A value too long for the change log is null. */
export type TextChange = { label: string; old: string | null; new: string | null };

/** `text` follows the actor's name: "raised the priority to urgent". */
export type ActivityDescription = { text: string; icon: IconName; textChanges: readonly TextChange[] };

/** Names of the files on a ticket's messages, by id. */
export type FileNames = ReadonlyMap<string, string>;

/** The person who reads the activity, addressed as "you", and the names to show. */
export type ActivityReader = { personId: string; getName: (id: string) => string; fileNames: FileNames };

type Change = { old: LogValue; new: LogValue };
type Clause = { text: string; icon: IconName };
type Formatter = (change: Change, item: ActivityItem, reader: ActivityReader) => Clause;

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** In display order. Derived fields are left out. */
const formatters: Readonly<Record<keyof TicketDraft, Formatter>> = {
  state: formatState,
  priority: formatPriority,
  assignee_id: formatAssignee,
  tags: formatTags,
  subject: change => formatText('the subject', change),
  description: change => formatText('the description', change),
  customer_name: change => formatCustomer('the customer’s name', change),
  customer_email: change => formatCustomer('the customer’s email', change),
  mailbox_id: formatMailbox,
};

const textLabels: Readonly<Partial<Record<keyof TicketDraft, string>>> = {
  subject: 'Subject',
  description: 'Description',
};

/** Describes an activity item; null if it contains nothing to show. */
export function describeActivity(item: ActivityItem, reader: ActivityReader): ActivityDescription | null {
  const clauses = Object.entries(formatters).flatMap(([field, formatter]) => {
    const change = item.fields[field];
    return change ? [formatter(change, item, reader)] : [];
  });
  for (const [field, change] of Object.entries(item.fields)) {
    if (field.startsWith(filesFieldPrefix)) clauses.push(formatFiles(change, reader));
  }
  if (item.deletedMessages > 0) clauses.push({ text: formatDeleted(item.deletedMessages), icon: 'trash' });
  const [first] = clauses;
  if (!first) return null;
  return { text: list.format(clauses.map(({ text }) => text)), icon: first.icon, textChanges: getTextChanges(item) };
}

const formatDeleted = (count: number): string => (count === 1 ? 'deleted a message' : `deleted ${count} messages`);

const getTextChanges = ({ fields }: ActivityItem): TextChange[] =>
  Object.entries(textLabels).flatMap(([field, label]) => {
    const change = fields[field];
    return change ? [{ label, old: readText(change.old), new: readText(change.new) }] : [];
  });

/** Returns a logged text, or '' for null. Returns null if the log contains only the text's digest. */
const readText = (value: LogValue): string | null => (value === null ? '' : typeof value === 'string' ? value : null);

function formatPriority({ old, new: now }: Change): Clause {
  const priority = priorities.find(each => each === now) ?? 'normal';
  const ranks: readonly LogValue[] = priorities;
  const verb = ranks.indexOf(now) > ranks.indexOf(old) ? 'raised' : 'lowered';
  return { text: `${verb} the priority to ${priority}`, icon: priority };
}

function formatAssignee(
  { old, new: now }: Change,
  { personId: actor }: ActivityItem,
  { personId: readerId, getName }: ActivityReader,
): Clause {
  const formatPerson = (id: LogValue): string => (id === readerId ? 'you' : getName(String(id)) || 'someone');
  const pronoun = actor === readerId ? 'yourself' : 'themselves';
  if (now === null) return { text: `unassigned ${old === actor ? pronoun : formatPerson(old)}`, icon: 'person' };
  return { text: `assigned it to ${now === actor ? pronoun : formatPerson(now)}`, icon: 'person' };
}

function formatTags(change: Change): Clause {
  const text = formatList(change, listTags);
  return { text: text === null ? 'changed the tags' : text || 'reordered the tags', icon: 'tag' };
}

const formatFiles = (change: Change, { fileNames }: ActivityReader): Clause => ({
  text: formatList(change, (verb, ids) => listFiles(verb, ids, fileNames)) || 'changed the files of a message',
  icon: 'paperclip',
});

type ListItems = (verb: string, items: readonly string[]) => string;

/**
 * Lists the added and removed items of a list. Empty if only the order has changed; null if the log contains only the
 * digest of a long list.
 */
function formatList({ old, new: now }: Change, listItems: ListItems): string | null {
  const [before, after] = [readItems(old), readItems(now)];
  if (before === null || after === null) return null;
  const added = after.filter(item => !before.includes(item));
  const removed = before.filter(item => !after.includes(item));
  return list.format([listItems('added', added), listItems('removed', removed)].filter(text => text !== ''));
}

/** Returns a logged list, which is empty for null. Returns null for a digest. */
const readItems = (value: LogValue): string[] | null => (Array.isArray(value) ? value : value === null ? [] : null);

/** Lists files by name. A file that is no longer on a message has no known name, and is only counted. */
function listFiles(verb: string, ids: readonly string[], fileNames: FileNames): string {
  const names = ids.flatMap(id => fileNames.get(id) ?? []);
  const unknown = ids.length - names.length;
  if (unknown > 0) names.push(names.length > 0 ? `${unknown} more` : unknown === 1 ? 'a file' : `${unknown} files`);
  return names.length === 0 ? '' : `${verb} ${list.format(names)}`;
}

const listTags = (verb: string, tags: readonly string[]): string =>
  tags.length === 0 ? '' : `${verb} the ${tags.length === 1 ? 'tag' : 'tags'} ${list.format(tags)}`;

function formatText(fieldName: string, { old, new: now }: Change): Clause {
  const verb = now === '' ? 'removed' : old === '' || old === null ? 'wrote' : 'changed';
  return { text: `${verb} ${fieldName}`, icon: 'pencil' };
}

function formatCustomer(fieldName: string, { new: now }: Change): Clause {
  const value = readText(now);
  const text = value === '' ? `removed ${fieldName}` : `changed ${fieldName}${value === null ? '' : ` to ${value}`}`;
  return { text, icon: 'person' };
}

function formatMailbox({ old, new: now }: Change): Clause {
  const verb = now === null ? 'removed' : old === null ? 'set' : 'changed';
  return { text: `${verb} the mailbox`, icon: 'inbox' };
}

const stateTexts: Readonly<Record<State, string>> = {
  open: 'set the ticket to open',
  pending: 'set the ticket to waiting',
  closed: 'closed the ticket',
};
const stateIcons: Readonly<Record<State, IconName>> = { open: 'open', pending: 'half', closed: 'check' };

function formatState({ old, new: now }: Change): Clause {
  const state = states.find(state => state === now) ?? 'open';
  const text = old === 'closed' && state === 'open' ? 'reopened the ticket' : stateTexts[state];
  return { text, icon: stateIcons[state] };
}
