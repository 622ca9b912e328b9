import type { Query, QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { applyPendingEdits } from '../../tickets/edit/pending-edits.ts';
import { type ListedTicket, type TicketListPages, ticketKeys } from '../../tickets/queries.ts';
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
 * Returns the patch of an event; null if the ticket must be refetched. Polled events have no `changes`. Empty `changes`
 * mean that a field outside the change log has changed, such as `undelivered`.
 */
export function toPatch({ type, resource_id: id, version, created_at: at, changes }: UpdateEvent): TicketPatch | null {
  if (type !== 'ticket.updated' || changes === undefined) return null;
  const entries = Object.entries(changes).map(([name, { new: value }]) => [name, value] as const);
  const isComplete =
    entries.length > 0 && entries.every(([name, value]) => independentFields.includes(name) && !isDigest(value));
  return isComplete ? { id, version, fields: { ...Object.fromEntries(entries), version, updated_at: at } } : null;
}

/** In events, values over 1 KiB are replaced by their digest. */
const isDigest = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Covers the patches of a few seconds, which is longer than a response usually takes. */
const maxRecentPatches = 500;

/** Applies a patch to the cached ticket and to its rows in all lists. Returns whether all copies are current now. */
export type ApplyPatch = (patch: TicketPatch) => boolean;

/**
 * Creates a function that applies patches, in the order of their events. Also patches later responses that lack a
 * patch. Otherwise a change would disappear until the next refetch.
 *
 * @param signal stops the patching of responses
 */
export function createApplyPatch(client: QueryClient, signal: AbortSignal): ApplyPatch {
  const cache = client.getQueryCache();
  const recent: TicketPatch[] = [];
  const unsubscribe = cache.subscribe(event => {
    const isResponse = event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true;
    if (isResponse && isTicketQuery(event.query)) patchQuery(client, event.query, recent);
  });
  signal.addEventListener('abort', unsubscribe);
  return patch => {
    recent.push(patch);
    if (recent.length > maxRecentPatches) recent.shift();
    const copies = cache.findAll({ predicate: isTicketQuery }).map(query => patchQuery(client, query, [patch]));
    return copies.every(Boolean);
  };
}

/**
 * Returns whether a query loads a ticket or a ticket list. Other data of a ticket, such as its deletion, has a longer
 * key.
 */
const isTicketQuery = ({ queryKey: [resource, kind, , ...rest] }: Pick<Query, 'queryKey'>): boolean =>
  rest.length === 0 &&
  [ticketKeys.lists, ticketKeys.items].some(([first, second]) => first === resource && second === kind);

/**
 * Patches the data of a query, except copies that lack an earlier change. The query keeps its age and its invalidation,
 * because the patches do not contain all changes.
 *
 * @returns whether all copies in the query have all changes
 */
function patchQuery(client: QueryClient, query: Query, patches: readonly TicketPatch[]): boolean {
  const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state;
  let isCurrent = true;
  const patch = <Cached extends ListedTicket>(cached: Cached): Cached => {
    let ticket = cached;
    for (const { id, version, fields } of patches) {
      if (ticket.id !== id || ticket.version >= version) continue;
      if (ticket.version === version - 1) ticket = applyPendingEdits({ ...ticket, ...fields });
      else isCurrent = false;
    }
    return ticket;
  };
  const patched = patchTickets(data as Ticket | TicketListPages | undefined, patch);
  if (patched !== data) {
    client.setQueryData(query.queryKey, patched, { updatedAt });
    if (isInvalidated) query.invalidate();
  }
  return isCurrent;
}

/** Replaces the tickets of a query; returns the same data if no ticket was replaced. */
function patchTickets(
  data: Ticket | TicketListPages | undefined,
  patch: <Cached extends ListedTicket>(cached: Cached) => Cached,
): Ticket | TicketListPages | undefined {
  if (data === undefined) return undefined;
  if (!('pages' in data)) return patch(data);
  const pages = data.pages.map(page => {
    const body = page.body.map(patch);
    return body.every((row, index) => row === page.body[index]) ? page : { ...page, body };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}
