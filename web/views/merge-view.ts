import type { ViewDraft } from '#contract';

/** What is changed of a view. */
export type ViewChange = Partial<ViewDraft>;

type FieldName = keyof ViewDraft;

const names = ['name', 'query', 'shared'] as const satisfies FieldName[];

const pick = (from: ViewChange, fields: readonly FieldName[]): ViewChange =>
  Object.fromEntries(fields.map(name => [name, from[name]]));

/** The fields that a change makes another than they were. */
const changedFields = (seen: ViewDraft, change: ViewChange): FieldName[] =>
  names.filter(name => change[name] !== undefined && change[name] !== seen[name]);

/**
 * What of a change is still to be done on top of what is stored; null where both changed the same, to something else.
 *
 * @param seen the view on which the change was decided
 */
export function mergeView(seen: ViewDraft, change: ViewChange, stored: ViewDraft): ViewChange | null {
  const open = changedFields(seen, change).filter(name => change[name] !== stored[name]);
  return open.some(name => stored[name] !== seen[name]) ? null : pick(change, open);
}

/** What a change replaces. */
export const replacedBy = (change: ViewChange, seen: ViewDraft): ViewChange => pick(seen, changedFields(seen, change));

/** Whether somebody else has changed what a change leaves as it was. */
export const isChangedBeside = (change: ViewChange, seen: ViewDraft, stored: ViewDraft): boolean => {
  const own = changedFields(seen, change);
  return names.some(name => !own.includes(name) && stored[name] !== seen[name]);
};
