import { type ActionName, actionNames, describeAction } from './actions.ts';
import { readStroke } from './keystroke.ts';
import type { Effect } from './typing.ts';

/** The actions of the page by their keys. */
export const pageKeys: ReadonlyMap<string, ActionName> = new Map(
  actionNames.flatMap(name => {
    const { keys, scope } = describeAction(name);
    return keys === undefined || scope !== undefined ? [] : [[keys, name] as const];
  }),
);

/** Letters, digits and signs, which speech input and a cat send as well as people. */
export const isCharacter = (stroke: string): boolean => /^(Shift )?.$/u.test(stroke);

/** Space and Enter, which belong to a text and press buttons as well. */
export const isBlank = (stroke: string): boolean => /^(Shift )?(Space|Enter)$/.test(stroke);

/** Whether a key that runs an action waits until it is clear that it is no letter of a text: not those that move. */
export const isHeld = (stroke: string, action: ActionName): boolean =>
  isCharacter(stroke) && describeAction(action).group !== 'Move';

/**
 * What a key of a text does when it is pressed on the page.
 *
 * @param pending the sequence that is under way
 */
export function effectOf(stroke: string, pending: string): Effect {
  if (isBlank(stroke)) return 'harmless';
  const { action, pending: next } = readStroke(pageKeys, pending, stroke);
  if (action === null) return next === '' ? 'nothing' : 'command';
  const { keys, group, repeats } = describeAction(action);
  if (repeats) return 'step';
  if (group === 'Move') return 'harmless';
  return keys === stroke ? 'command' : 'completion';
}
