import { createContext, use, useEffect, useRef } from 'react';
import type { ActionName } from './actions.ts';
import type { Choices, Handler, Keyboard } from './keyboard.ts';

/** The keyboard of the page. */
export const KeyboardContext = createContext<Keyboard | null>(null);

/** The keyboard of the page. Only below its provider. */
export function useKeyboard(): Keyboard {
  const keyboard = use(KeyboardContext);
  if (!keyboard) throw new Error('useKeyboard needs a keyboard above it');
  return keyboard;
}

/**
 * Makes an action possible while the component is shown. A null handler means: not now.
 *
 * @param choices what the palette offers of it
 */
export function useAction(action: ActionName, handler: Handler | null, choices?: Choices): void {
  const keyboard = useKeyboard();
  const latest = useRef({ handler, choices });
  useEffect(() => {
    latest.current = { handler, choices };
  });
  const possible = handler !== null;
  useEffect(() => {
    if (!possible) return undefined;
    return keyboard.register(
      action,
      () => latest.current.handler?.(),
      text => latest.current.choices?.(text) ?? [],
    );
  }, [keyboard, action, possible]);
}

/** Does an action as if its key had been pressed: what a button beside the key calls. */
export const useRun = (): ((action: ActionName) => void) => useKeyboard().run;
