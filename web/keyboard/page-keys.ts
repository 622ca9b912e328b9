import { type ActionName, actionNames, describeAction } from './actions.ts';
import { matchStroke } from './keystroke.ts';
import type { Effect } from './typing.ts';

/** Actions without a scope, by keys. If several actions have the same keys, contains only the last. */
export const pageKeys: ReadonlyMap<string, ActionName> = new Map(
  actionNames.flatMap(name => {
    const { keys, scope } = describeAction(name);
    return keys === undefined || scope !== undefined ? [] : [[keys, name] as const];
  }),
);

/** Returns the actions with the same keys and scope as an action, including that action. */
export const findActionsWithSameKeys = (action: ActionName): readonly ActionName[] => {
  const { keys, scope } = describeAction(action);
  return actionNames.filter(name => describeAction(name).keys === keys && describeAction(name).scope === scope);
};

/** Returns true for printable characters except Space. */
export const isCharacterKey = (stroke: string): boolean => /^(Shift )?.$/u.test(stroke);

/** Returns true for Space and Enter, which are text and also activate buttons. */
export const isWhitespaceKey = (stroke: string): boolean => /^(Shift )?(Space|Enter)$/.test(stroke);

/** Returns whether an action is delayed, because its last key may belong to typed text. */
export const isDelayed = (stroke: string, action: ActionName): boolean =>
  isCharacterKey(stroke) && describeAction(action).group !== 'Move';

/**
 * Returns the effect of a printable key or Enter outside of fields.
 *
 * @param pending the pressed keys of an incomplete sequence
 */
export function getEffect(stroke: string, pending: string): Effect {
  if (isWhitespaceKey(stroke)) return 'harmless';
  const { action, pending: next } = matchStroke(pageKeys, pending, stroke);
  if (action === null) return next === '' ? 'nothing' : 'command';
  const { keys, group, repeats } = describeAction(action);
  if (repeats) return 'step';
  if (group === 'Move') return 'harmless';
  return keys === stroke ? 'command' : 'completion';
}
