import type { Event } from '#contract';

type Line = Pick<Event, 'type' | 'resource_id' | 'person_id' | 'created_at'>;

/** The server mails a reply at most this long after it was stored. Until then it can be undone. */
const undoMilliseconds = 15_000;

/** Leaves out the deletion of messages that their author undid before they were mailed. */
export const withoutUndone = <Any extends Line>(lines: readonly Any[], created: readonly Line[]): Any[] =>
  lines.filter(({ type, resource_id: id, person_id: personId, created_at: at }) => {
    if (type !== 'message.deleted') return true;
    const creation = created.find(each => each.resource_id === id && each.person_id === personId);
    return !creation || Date.parse(at) - Date.parse(creation.created_at) > undoMilliseconds;
  });
