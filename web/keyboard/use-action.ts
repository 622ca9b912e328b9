import { createContext, type RefObject, use, useLayoutEffect } from 'react';
import { useLatest } from '../ui/use-latest.ts';
import type { ActionName } from './actions.ts';
import { canBePressed } from './focus.ts';
import type { GetChoices, Handler, Keyboard } from './keyboard.ts';

export const KeyboardContext = createContext<Keyboard | null>(null);

/** Whether actions that descendants register take precedence over newer registrations elsewhere. */
export const ActionPrecedenceContext = createContext(false);

/** Returns the keyboard of the page. @throws outside a KeyboardContext */
export function useKeyboard(): Keyboard {
  const keyboard = use(KeyboardContext);
  if (!keyboard) throw new Error('useKeyboard requires a KeyboardContext');
  return keyboard;
}

type ActionOptions = {
  /** Choices in the palette. */
  choices?: GetChoices;
  /** Button for the same action: if it is hidden or disabled, the action is unavailable. */
  button?: RefObject<HTMLElement | null>;
};

/** Makes an action available while the component is mounted. With a null handler, the action is unavailable. */
export function useAction(action: ActionName, handler: Handler | null, { choices, button }: ActionOptions = {}): void {
  const keyboard = useKeyboard();
  const first = use(ActionPrecedenceContext);
  const latest = useLatest({ handler, choices });
  const hasHandler = handler !== null;
  useLayoutEffect(() => {
    if (!hasHandler) return undefined;
    return keyboard.register(action, {
      handler: () => latest.current.handler?.(),
      choices: text => latest.current.choices?.(text) ?? [],
      first,
      isEnabled: () => button === undefined || canBePressed(button.current),
    });
  }, [keyboard, action, hasHandler, first, button]);
}

/** Returns a function that runs an action if it is available. */
export const useRunAction = (): ((action: ActionName) => void) => useKeyboard().run;
