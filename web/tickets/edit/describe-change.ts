import { priorityLooks, stateLooks } from '../looks.ts';
import { type FieldName, listFields, type TicketChange, ticketFields } from './ticket-fields.ts';

type DescribeOptions = {
  /** The ticket's name in the sentence: `#1042`. */
  ticket: string;
  getName: (personId: string) => string;
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
  { ticket, getName }: DescribeOptions,
): string {
  const [object, ofTicket] = isFirst ? [ticket, ` of ${ticket}`] : ['it', ''];
  switch (field) {
    case 'state':
      return describeState(before, change, object);
    case 'priority':
      return `set the priority${ofTicket} to ${priorityLooks[change.priority ?? 'normal'].label}`;
    case 'assignee_id':
      return change.assignee_id == null
        ? `unassigned ${object}`
        : `assigned ${object} to ${getName(change.assignee_id)}`;
    case 'tags':
      return describeTags(before.tags ?? [], change.tags ?? [], object);
    case 'mailbox_id':
    case 'subject':
    case 'customer_name':
    case 'customer_email':
    case 'description':
      return `changed the ${ticketFields[field].label.toLowerCase()}${ofTicket}`;
  }
}

function describeState({ state: before }: TicketChange, { state = 'open' }: TicketChange, object: string): string {
  if (state === 'closed') return `closed ${object}`;
  if (state === 'open' && before === 'closed') return `reopened ${object}`;
  return `set ${object} to ${stateLooks[state].label}`;
}

function describeTags(before: readonly string[], after: readonly string[], object: string): string {
  const added = after.filter(tag => !before.includes(tag));
  const removed = before.filter(tag => !after.includes(tag));
  if (removed.length === 0) return `tagged ${object} ${list.format(added)}`;
  if (added.length === 0) return `removed ${list.format(removed)} from ${object}`;
  return `changed the tags of ${object}`;
}

export const capitalize = (text: string): string => text.replace(/^\p{L}/u, letter => letter.toUpperCase());
