import type { Priority, State } from '#contract/enums';
import type { TicketChange } from '../edit/ticket-fields.ts';
import { priorityLooks, stateLooks } from '../looks.ts';

export type BulkAction =
  | { field: 'state'; value: State }
  | { field: 'priority'; value: Priority }
  | { field: 'assignee_id'; value: string | null }
  | { field: 'tags'; add: string }
  | { field: 'tags'; remove: string };

type ActionFields = Required<Pick<TicketChange, 'state' | 'priority' | 'assignee_id' | 'tags'>>;

/** Returns the change to a ticket; null if the ticket needs no change. */
export function toTicketChange(action: BulkAction, ticket: ActionFields): TicketChange | null {
  if (action.field !== 'tags') return ticket[action.field] === action.value ? null : { [action.field]: action.value };
  if ('add' in action) return ticket.tags.includes(action.add) ? null : { tags: [...ticket.tags, action.add] };
  return ticket.tags.includes(action.remove) ? { tags: ticket.tags.filter(tag => tag !== action.remove) } : null;
}

/** Returns the action that restores a ticket's fields to their values in `before`. */
export function invertBulkAction(action: BulkAction, before: ActionFields): BulkAction {
  if (action.field === 'state') return { field: 'state', value: before.state };
  if (action.field === 'priority') return { field: 'priority', value: before.priority };
  if (action.field === 'assignee_id') return { field: 'assignee_id', value: before.assignee_id };
  return 'add' in action ? { field: 'tags', remove: action.add } : { field: 'tags', add: action.remove };
}

/** Texts about a bulk action, for example `Closing` and `47 tickets closed`. */
export type BulkActionTexts = {
  progress: string;
  /** @param tickets the number of tickets: `47 tickets` */
  done: (tickets: string) => string;
};

const stateTexts: Readonly<Record<State, BulkActionTexts>> = {
  closed: { progress: 'Closing', done: tickets => `${tickets} closed` },
  open: { progress: 'Opening', done: tickets => `${tickets} opened` },
  pending: {
    progress: 'Setting to waiting',
    done: tickets => `${tickets} set to ${stateLooks.pending.label.toLowerCase()}`,
  },
};

export function describeBulkAction(action: BulkAction, getName: (personId: string) => string): BulkActionTexts {
  if (action.field === 'state') return stateTexts[action.value];
  if (action.field === 'priority') {
    const priority = priorityLooks[action.value].label.toLowerCase();
    return { progress: `Setting to ${priority}`, done: tickets => `${tickets} set to ${priority}` };
  }
  if (action.field === 'assignee_id') {
    if (action.value === null) return { progress: 'Unassigning', done: tickets => `${tickets} unassigned` };
    const name = getName(action.value);
    return { progress: 'Assigning', done: tickets => `${tickets} assigned to ${name}` };
  }
  if ('add' in action) return { progress: 'Tagging', done: tickets => `${tickets} tagged ${action.add}` };
  return { progress: 'Removing the tag', done: tickets => `Removed tag ${action.remove} from ${tickets}` };
}
