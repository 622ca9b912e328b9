import { priorityLooks, stateLooks } from '../looks.ts';
import { type FieldName, listFields, type TicketChange, ticketFields } from './ticket-fields.ts';

type DescribeOptions = {
  /** The ticket's name in the sentence: `#1042`. */
  ticket: string;
  nameOf: (personId: string) => string;
};

const list = new Intl.ListFormat('en');

/**
 * Describes a change in the past tense: `closed #1042 and set the priority to High`.
 *
 * @param before the previous values of the fields
 */
export const describeChange = (before: TicketChange, change: TicketChange, options: DescribeOptions): string =>
  list.format(listFields(change).map((field, index) => describeField(field, before, change, index === 0, options)));

function describeField(
  field: FieldName,
  before: TicketChange,
  change: TicketChange,
  isFirst: boolean,
  { ticket, nameOf }: DescribeOptions,
): string {
  const [it, of] = isFirst ? [ticket, ` of ${ticket}`] : ['it', ''];
  switch (field) {
    case 'state':
      return describeState(before, change, it);
    case 'priority':
      return `set the priority${of} to ${priorityLooks[change.priority ?? 'normal'].label}`;
    case 'assignee_id':
      return change.assignee_id == null ? `unassigned ${it}` : `assigned ${it} to ${nameOf(change.assignee_id)}`;
    case 'tags':
      return describeTags(before.tags ?? [], change.tags ?? [], it);
    case 'mailbox_id':
    case 'subject':
    case 'customer_name':
    case 'customer_email':
    case 'description':
      return `changed the ${ticketFields[field].label.toLowerCase()}${of}`;
  }
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
