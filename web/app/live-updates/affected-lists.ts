import type { TicketFilter } from '../../tickets/filter/filter.ts';
import type { UpdateEvent } from './events.ts';

/** The ticket fields on which these conditions depend. All other conditions may depend on any change. */
const fieldsOfConditions: Readonly<Record<string, string>> = {
  state: 'state',
  priority: 'priority',
  assignee_id: 'assignee_id',
  tag: 'tags',
  awaiting_reply: 'awaiting_reply',
};

/** Fields of a ticket that change with its messages. */
const fieldsOfMessages = ['awaiting_reply', 'messages_count', 'last_message_at', 'undelivered', 'updated_at'];

/**
 * Returns the ticket fields that an event changes. Null if any field may have changed. For example, polled events have
 * no `changes`.
 */
function getChangedFields({ type, resource, changes }: UpdateEvent): string[] | null {
  if (resource === 'message') return fieldsOfMessages;
  if (type === 'ticket.created' || type === 'ticket.deleted' || changes === undefined) return null;
  if (Object.keys(changes).length === 0) return null;
  const fields = [...Object.keys(changes), 'updated_at'];
  return 'state' in changes ? [...fields, 'closed_at', 'awaiting_reply'] : fields;
}

/** Returns whether an event may change the number of tickets that match a filter. */
export function affectsCount(event: UpdateEvent, { sort: _, ...conditions }: TicketFilter): boolean {
  const changed = getChangedFields(event);
  const isChanged = (name: string): boolean => changed?.includes(fieldsOfConditions[name] ?? 'updated_at') ?? true;
  return event.type === 'ticket.created' || event.type === 'ticket.deleted' || Object.keys(conditions).some(isChanged);
}

/**
 * Returns whether an event may add, remove or move its ticket in a list.
 *
 * @param isListed whether the loaded part of the list contains the ticket
 */
export function affectsList(event: UpdateEvent, filter: TicketFilter, isListed: boolean): boolean {
  if (!isListed && (event.type === 'ticket.deleted' || isExcluded(event, filter))) return false;
  const changed = getChangedFields(event);
  const isSortChanged = (filter.sort ?? '').split(',').some(key => changed?.includes(key.replace(/^-/, '')) ?? true);
  return isSortChanged || affectsCount(event, filter);
}

/** Returns whether a filter excludes the new state or priority of an event's ticket. */
const isExcluded = ({ changes }: UpdateEvent, filter: TicketFilter): boolean =>
  (['state', 'priority'] as const).some(name => {
    const value = changes?.[name]?.new;
    return typeof value === 'string' && filter[name] !== undefined && !filter[name].split(',').includes(value);
  });
