import type { Event } from '#contract';

type Line = Pick<Event, 'type' | 'resource_id' | 'person_id' | 'created_at'>;

/** The server mails a reply at most this long after it was stored. Until then it can be undone. */
const undoMilliseconds = 15_000;

/** Leaves out messages that their author undid before they were mailed: their deletion, and the removal of files. */
export function withoutUndone<Any extends Line>(lines: readonly Any[], created: readonly Line[]): Any[] {
  const isUndo = ({ type, resource_id: id, person_id: personId, created_at: at }: Line): boolean => {
    if (type !== 'message.deleted') return false;
    const creation = created.find(each => each.resource_id === id && each.person_id === personId);
    return creation !== undefined && Date.parse(at) - Date.parse(creation.created_at) <= undoMilliseconds;
  };
  const undone = new Set(lines.filter(isUndo).map(({ resource_id: id }) => id));
  return lines.filter(({ type, resource_id: id }) => !(type.startsWith('message.') && undone.has(id)));
}
