import type { Event } from '#contract';

type EventSummary = Pick<Event, 'type' | 'resource_id' | 'person_id' | 'created_at'>;

/** Longer than the undo time of a reply. That time ends when the server mails the reply, after at most ten seconds. */
const undoMilliseconds = 15_000;

/** Leaves out the events of messages that their author deleted within the undo time. */
export function withoutUndone<LogEvent extends EventSummary>(
  events: readonly LogEvent[],
  created: readonly EventSummary[],
): LogEvent[] {
  const isUndo = ({ type, resource_id: id, person_id: personId, created_at: at }: EventSummary): boolean => {
    if (type !== 'message.deleted') return false;
    const creation = created.find(each => each.resource_id === id && each.person_id === personId);
    return creation !== undefined && Date.parse(at) - Date.parse(creation.created_at) <= undoMilliseconds;
  };
  const undone = new Set(events.filter(isUndo).map(({ resource_id: id }) => id));
  return events.filter(({ type, resource_id: id }) => !(type.startsWith('message.') && undone.has(id)));
}
