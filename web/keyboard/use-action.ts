import { createContext, type RefObject, use, useEffect } from 'react';
import { useLatest } from '../use-latest.ts';
import type { ActionName } from './actions.ts';
import { canBePressed } from './focus.ts';
import type { Choices, Handler, Keyboard } from './keyboard.ts';

/** The keyboard of the page. */
export const KeyboardContext = createContext<Keyboard | null>(null);

/** Whether what is below comes first when an action is asked for, however long others have been there. */
export const AskedFirstContext = createContext(false);

/** The keyboard of the page. Only below its provider. */
export function useKeyboard(): Keyboard {
  const keyboard = use(KeyboardContext);
  if (!keyboard) throw new Error('useKeyboard needs a keyboard above it');
  return keyboard;
}

type More = {
  /** What the palette offers of it. */
  choices?: Choices;
  /** What does the same: where it is out of sight or out of reach, the action is not possible. */
  button?: RefObject<HTMLElement | null>;
};

/** Makes an action possible while the component is shown. A null handler means: not now. */
export function useAction(action: ActionName, handler: Handler | null, { choices, button }: More = {}): void {
  const keyboard = useKeyboard();
  const first = use(AskedFirstContext);
  const latest = useLatest({ handler, choices });
  const possible = handler !== null;
  useEffect(() => {
    if (!possible) return undefined;
    return keyboard.register(action, {
      handler: () => latest.current.handler?.(),
      choices: text => latest.current.choices?.(text) ?? [],
      first,
      isNow: () => button === undefined || canBePressed(button.current),
    });
  }, [keyboard, action, possible, first, button]);
}

/** Does an action as if its key had been pressed: what a button beside the key calls. */
export const useRun = (): ((action: ActionName) => void) => useKeyboard().run;
