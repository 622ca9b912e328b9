import { priorities, states } from '#contract/enums';
import { toSearchText } from '../../list/prefix-query.ts';
import { priorityLooks, stateLooks } from '../looks.ts';
import { formatDay } from './filter-days.ts';

const names = new Map([
  ['assignee_id', 'assignee'],
  ['q', 'search'],
  ['awaiting_reply', 'needs reply'],
  ['undelivered', 'not delivered'],
  ['customer_email', 'customer'],
  ['mailbox_id', 'mailbox'],
  ['created_since', 'created since'],
  ['updated_since', 'updated since'],
]);

/** Replaces the known values of a comma-separated list with their labels. */
const formatList = (value: string, labels: ReadonlyMap<string, string>): string =>
  value
    .split(',')
    .map(item => labels.get(item) ?? item)
    .join(' or ');

const stateLabels = new Map(states.map(state => [state, stateLooks[state].label.toLowerCase()]));
const priorityLabels = new Map(priorities.map(priority => [priority, priorityLooks[priority].label.toLowerCase()]));
const answerLabels = new Map([
  ['true', 'yes'],
  ['false', 'no'],
]);
const assigneeLabels = new Map([
  ['me', 'me'],
  ['null', 'none'],
]);

/**
 * Formats one condition of a filter for its chip: `state: open or waiting`. Leaves unknown values unchanged, except the
 * ids of people.
 */
export function describeFilter(name: string, value: string, getName: (personId: string) => string): string {
  return `${names.get(name) ?? name}: ${describeValue(name, value, getName)}`;
}

function describeValue(name: string, value: string, getName: (personId: string) => string): string {
  switch (name) {
    case 'q':
      return `“${toSearchText(value)}”`;
    case 'state':
      return formatList(value, stateLabels);
    case 'priority':
      return formatList(value, priorityLabels);
    case 'awaiting_reply':
    case 'undelivered':
    case 'watching':
      return answerLabels.get(value) ?? value;
    case 'assignee_id':
      return assigneeLabels.get(value) ?? getName(value);
    case 'created_since':
    case 'updated_since':
      return formatDay(value);
    default:
      return value;
  }
}
