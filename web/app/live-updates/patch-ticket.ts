import type { Query, QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { applyPendingEdits } from '../../tickets/edit/pending-edits.ts';
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

/** The change of a ticket that an event describes completely. */
export type TicketPatch = { id: string; version: number; fields: Partial<ListedTicket> };

/**
 * Returns the patch of an event; null if the ticket must be read. Polled events have no `changes`. Empty `changes` stand
 * for fields that the log does not have, such as `undelivered`.
 */
export function toPatch({ type, resource_id: id, version, created_at: at, changes }: UpdateEvent): TicketPatch | null {
  if (type !== 'ticket.updated' || changes === undefined) return null;
  const entries = Object.entries(changes).map(([name, { new: value }]) => [name, value] as const);
  const isComplete =
    entries.length > 0 && entries.every(([name, value]) => independentFields.includes(name) && !isDigest(value));
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
  const cache = client.getQueryCache();
  const item: Query | undefined = cache.find({ queryKey: ticketItem(id).queryKey });
  const ticket = item?.state.data as Ticket | undefined;
  if (item && ticket) patchQuery(client, item, patch(ticket));
  for (const query of cache.findAll({ queryKey: ticketKeys.lists })) {
    const list = query.state.data as TicketListPages | undefined;
    if (!list?.pages.some(({ body }) => body.some(row => row.id === id))) continue;
    const pages = list.pages.map(page => ({ ...page, body: page.body.map(patch) }));
    patchQuery(client, query, { ...list, pages });
  }
  return isCurrent;
}

/** Replaces the data of a query, which stays as old and as invalidated as it was: a patch knows only one change. */
function patchQuery(client: QueryClient, query: Query, data: unknown): void {
  const { dataUpdatedAt: updatedAt, isInvalidated } = query.state;
  client.setQueryData(query.queryKey, data, { updatedAt });
  if (isInvalidated) query.invalidate();
}
