import { priorityLooks, stateLooks } from '../looks.ts';
import { type FieldName, listFields, type TicketChange } from './merge-change.ts';

export const fieldLabels: Readonly<Record<FieldName, string>> = {
  subject: 'Subject',
  description: 'Description',
  customer_name: 'Customer',
  customer_email: 'Email',
  state: 'State',
  priority: 'Priority',
  assignee_id: 'Assignee',
  tags: 'Tags',
};

type DescribeOptions = {
  /** The ticket's name in the sentence: `#1042`. */
  ticket: string;
  nameOf: (personId: string) => string;
};

const list = new Intl.ListFormat('en');

/**
 * Describes a change in the past tense: `closed #1042`, `set the priority of #1042 to High and closed it`.
 *
 * @param before the previous values of the fields
 */
export function describeChange(
  before: TicketChange,
  change: TicketChange,
  { ticket, nameOf }: DescribeOptions,
): string {
  const phrases = listFields(change).map((field, index) => {
    const [it, of] = index === 0 ? [ticket, ` of ${ticket}`] : ['it', ''];
    switch (field) {
      case 'state':
        return describeState(before, change, it);
      case 'priority':
        return `set the priority${of} to ${priorityLooks[change.priority ?? 'normal'].label}`;
      case 'assignee_id':
        return change.assignee_id == null ? `unassigned ${it}` : `assigned ${it} to ${nameOf(change.assignee_id)}`;
      case 'tags':
        return describeTags(before.tags ?? [], change.tags ?? [], it);
      default:
        return `changed the ${fieldLabels[field].toLowerCase()}${of}`;
    }
  });
  return list.format(phrases);
}

function describeState({ state: before }: TicketChange, { state = 'open' }: TicketChange, it: string): string {
  if (state === 'closed') return `closed ${it}`;
  if (state === 'open' && before === 'closed') return `reopened ${it}`;
  return `set ${it} to ${stateLooks[state].label}`;
}

function describeTags(before: readonly string[], after: readonly string[], it: string): string {
  const added = after.filter(tag => !before.includes(tag));
  const removed = before.filter(tag => !after.includes(tag));
  if (removed.length === 0) return `tagged ${it} ${list.format(added)}`;
  if (added.length === 0) return `removed ${list.format(removed)} from ${it}`;
  return `changed the tags of ${it}`;
}

export const capitalize = (text: string): string => text.replace(/^\p{L}/u, letter => letter.toUpperCase());
