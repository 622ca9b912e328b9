import { createContext, use, useEffect, useRef } from 'react';
import type { ActionName } from './actions.ts';
import type { Handler, Keyboard } from './keyboard.ts';

/** The keyboard of the page. */
export const KeyboardContext = createContext<Keyboard | null>(null);

/** Makes an action possible while the component is shown. A null handler means: not now. */
export function useAction(action: ActionName, handler: Handler | null): void {
  const keyboard = use(KeyboardContext);
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  const possible = handler !== null;
  useEffect(
    () => (possible ? keyboard?.register(action, () => latest.current?.()) : undefined),
    [keyboard, action, possible],
  );
}

/** Does an action as if its key had been pressed: what a button beside the key calls. */
export function useRun(): (action: ActionName) => void {
  const keyboard = use(KeyboardContext);
  return action => keyboard?.run(action);
}
