import type { Priority, State } from '#contract/vocabulary';
import type { TicketChange } from '../tickets/edit/merge.ts';
import { priorityLooks, stateLooks } from '../tickets/words.ts';

/** What somebody wants of several tickets at once. */
export type Wish =
  | { field: 'state'; value: State }
  | { field: 'priority'; value: Priority }
  | { field: 'assignee_id'; value: string | null }
  | { field: 'tags'; add: string }
  | { field: 'tags'; remove: string };

/** What a wish looks at. */
type Wished = Required<Pick<TicketChange, 'state' | 'priority' | 'assignee_id' | 'tags'>>;

/** What it takes to fulfil a wish for one ticket; null where it is so already. */
export function changeFor(wish: Wish, ticket: Wished): TicketChange | null {
  if (wish.field !== 'tags') return ticket[wish.field] === wish.value ? null : { [wish.field]: wish.value };
  if ('add' in wish) return ticket.tags.includes(wish.add) ? null : { tags: [...ticket.tags, wish.add] };
  return ticket.tags.includes(wish.remove) ? { tags: ticket.tags.filter(tag => tag !== wish.remove) } : null;
}

/** The wish that puts back what another one did to a ticket. */
export function invert(wish: Wish, before: Wished): Wish {
  if (wish.field === 'state') return { field: 'state', value: before.state };
  if (wish.field === 'priority') return { field: 'priority', value: before.priority };
  if (wish.field === 'assignee_id') return { field: 'assignee_id', value: before.assignee_id };
  return 'add' in wish ? { field: 'tags', remove: wish.add } : { field: 'tags', add: wish.remove };
}

/** The way to say what is being done and what was done: `Closing` 50, 47 `closed`. */
export type Words = { doing: string; done: string };

const stateWords: Readonly<Record<State, Words>> = {
  closed: { doing: 'Closing', done: 'closed' },
  open: { doing: 'Opening', done: 'opened' },
  pending: { doing: 'Setting to waiting:', done: `set to ${stateLooks.pending.label.toLowerCase()}` },
};

/** A wish in words. */
export function describeWish(wish: Wish, nameOf: (personId: string) => string): Words {
  if (wish.field === 'state') return stateWords[wish.value];
  if (wish.field === 'priority') {
    const priority = priorityLooks[wish.value].label.toLowerCase();
    return { doing: `Setting to ${priority}:`, done: `set to ${priority}` };
  }
  if (wish.field === 'assignee_id') {
    if (wish.value === null) return { doing: 'Unassigning', done: 'unassigned' };
    return { doing: 'Assigning', done: `assigned to ${nameOf(wish.value)}` };
  }
  if ('add' in wish) return { doing: 'Tagging', done: `tagged ${wish.add}` };
  return { doing: 'Taking the tag off', done: `freed of the tag ${wish.remove}` };
}
