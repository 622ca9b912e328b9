import type { QueryClient } from '@tanstack/react-query';
import { applyPendingEdits } from '../../tickets/edit/pending-edits.ts';
import type { TicketFilter } from '../../tickets/filter/filter.ts';
import { type ListedTicket, type TicketListPages, ticketItem, ticketKeys } from '../../tickets/queries.ts';
import type { UpdateEvent } from './events.ts';

/** Fields whose change affects no other field of a ticket, except `updated_at` and `version`. */
const independentFields = [
  'subject',
  'description',
  'customer_name',
  'customer_email',
  'priority',
  'assignee_id',
  'tags',
  'mailbox_id',
];

/** The parts of a filter that depend on one field. All other parts depend on any change. */
const fieldsOfFilter: Readonly<Record<string, string>> = {
  state: 'state',
  priority: 'priority',
  assignee_id: 'assignee_id',
  tag: 'tags',
};

/** The field that a sort key depends on; null if no independent field changes it. Others depend on any change. */
const fieldsOfSort: Readonly<Record<string, string | null>> = {
  state: null,
  created_at: null,
  closed_at: null,
  priority: 'priority',
};

/** The change of a ticket that an event describes completely. */
export type TicketPatch = { id: string; version: number; fields: Partial<ListedTicket> };

/** Returns the patch of an event; null if the ticket must be read. Polled events have no `changes`. */
export function toPatch({ type, resource_id: id, version, created_at: at, changes }: UpdateEvent): TicketPatch | null {
  if (type !== 'ticket.updated' || changes === undefined) return null;
  const entries = Object.entries(changes).map(([name, { new: value }]) => [name, value] as const);
  const isComplete = entries.every(([name, value]) => independentFields.includes(name) && !isDigest(value));
  return isComplete ? { id, version, fields: { ...Object.fromEntries(entries), version, updated_at: at } } : null;
}

/** Values over 1 KiB are replaced by their digest. */
const isDigest = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies a patch to the cached ticket and to its rows in all lists. Leaves copies alone that another change is missing
 * from.
 *
 * @returns true if all copies are up to date now
 */
export function applyPatch(client: QueryClient, { id, version, fields }: TicketPatch): boolean {
  let isCurrent = true;
  const patch = <Cached extends ListedTicket>(cached: Cached): Cached => {
    if (cached.id !== id || cached.version >= version) return cached;
    if (cached.version === version - 1) return applyPendingEdits({ ...cached, ...fields });
    isCurrent = false;
    return cached;
  };
  client.setQueryData(ticketItem(id).queryKey, ticket => ticket && patch(ticket));
  client.setQueriesData<TicketListPages>({ queryKey: ticketKeys.lists }, list => {
    if (!list?.pages.some(({ body }) => body.some(row => row.id === id))) return list;
    return { ...list, pages: list.pages.map(page => ({ ...page, body: page.body.map(patch) })) };
  });
  return isCurrent;
}

/** Returns whether a patch may add a ticket to a list, remove it, or move it. */
export function affectsList({ fields }: TicketPatch, { sort = '', ...conditions }: TicketFilter): boolean {
  const isChanged = (field: string | null | undefined): boolean =>
    field === undefined || (field !== null && field in fields);
  const sortKeys = sort.split(',').filter(Boolean);
  return (
    Object.keys(conditions).some(name => isChanged(fieldsOfFilter[name])) ||
    sortKeys.some(key => isChanged(fieldsOfSort[key.replace(/^-/, '')]))
  );
}
