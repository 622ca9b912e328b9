import type { ViewDraft } from '#contract';
import { listKeys } from '../../api-client/list-keys.ts';

/** The changed fields of a view. */
export type ViewChange = Partial<ViewDraft>;

type FieldName = keyof ViewDraft;

const names = listKeys<ViewDraft>({ name: true, query: true, shared: true });

const pick = (from: ViewChange, fields: readonly FieldName[]): ViewChange =>
  Object.fromEntries(fields.map(name => [name, from[name]]));

/** Returns the fields whose values a change replaces. */
const getChangedFields = (seen: ViewDraft, change: ViewChange): FieldName[] =>
  names.filter(name => change[name] !== undefined && change[name] !== seen[name]);

/**
 * Returns the part of a change that the stored view lacks; null if both changed the same field differently.
 *
 * @param seen the view on which the change is based
 */
export function mergeView(seen: ViewDraft, change: ViewChange, stored: ViewDraft): ViewChange | null {
  const missing = getChangedFields(seen, change).filter(name => change[name] !== stored[name]);
  return missing.some(name => stored[name] !== seen[name]) ? null : pick(change, missing);
}

/** Returns the values that a change replaces. */
export const getReplacedValues = (change: ViewChange, seen: ViewDraft): ViewChange =>
  pick(seen, getChangedFields(seen, change));

/** Returns true if another window changed a field that the change leaves alone. */
export const hasOtherChanges = (change: ViewChange, seen: ViewDraft, stored: ViewDraft): boolean => {
  const own = getChangedFields(seen, change);
  return names.some(name => !own.includes(name) && stored[name] !== seen[name]);
};
