import { type FieldName, listFields, type TicketChange } from './ticket-fields.ts';

/** Returns the fields that both changes set to different values. The order of tags does not matter. */
export const findDifferentFields = (a: TicketChange, b: TicketChange): FieldName[] =>
  listFields(a).filter(name => b[name] !== undefined && !isSame(a[name], b[name]));

const isSame = (a: TicketChange[FieldName], b: TicketChange[FieldName]): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every(tag => b.includes(tag)) : a === b;

export type MergeResult = {
  /** The changes that the stored ticket lacks. */
  change: TicketChange;
  /** The fields that cannot be merged. */
  conflicts: readonly FieldName[];
};

/** The API's limit. */
const maxTags = 20;

/**
 * Merges a change field by field. Tags merge as sets of additions and removals.
 *
 * @param base the ticket on which the change is based; a changed field that is missing here conflicts, unless the
 *   stored value is the same
 * @param own the change
 * @param stored the stored ticket
 */
export function mergeChange(base: TicketChange, own: TicketChange, stored: TicketChange): MergeResult {
  const change: TicketChange = {};
  const conflicts: FieldName[] = [];
  for (const name of listFields(own)) {
    const tags = name === 'tags' ? mergeTags(base.tags, own.tags, stored.tags) : undefined;
    const merged = tags ?? own[name];
    if (isSame(own[name], base[name]) || isSame(merged, stored[name])) continue;
    if (tags === undefined && !isSame(base[name], stored[name])) conflicts.push(name);
    else Object.assign(change, { [name]: merged });
  }
  return { change, conflicts };
}

/** Merges tags; undefined if the base is unknown or the result exceeds the limit. */
function mergeTags(base?: string[], own?: string[], stored?: string[]): string[] | undefined {
  if (!base || !own || !stored) return undefined;
  const remaining = stored.filter(tag => own.includes(tag) || !base.includes(tag));
  const added = own.filter(tag => !base.includes(tag) && !stored.includes(tag));
  return remaining.length + added.length > maxTags ? undefined : [...remaining, ...added];
}
