import { type ActionName, actions } from './actions.ts';
import { readKeystroke } from './keystroke.ts';

/** Does what an action says. */
export type Handler = () => void;

/** Knows which actions can be done now, and does them. */
export type Keyboard = {
  /** Makes an action possible until the returned function is called. Of several handlers the newest is asked. */
  register(action: ActionName, handler: Handler): () => void;
  /** Does an action as if its key had been pressed. */
  run(action: ActionName): void;
  /** Listens to a window until the returned function is called. */
  listen(target: Window): () => void;
};

const sequenceMilliseconds = 1200;

const keysOf: ReadonlyMap<string, ActionName> = new Map(
  (Object.keys(actions) as ActionName[]).map(name => [actions[name].keys, name]),
);

const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
const opened = ':popover-open, dialog[open], [data-expanded]';
const layers = 'dialog, [role=dialog], [role=listbox], [role=menu]';

/** True where keystrokes are text, or belong to a layer above the page. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && (target.matches(fields) || target.closest(layers) !== null);

/** True where Enter presses what has the focus. */
const isPress = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.closest('a[href], button, summary') !== null;

export function createKeyboard(): Keyboard {
  const handlers = new Map<ActionName, Handler[]>();
  let pending = '';
  let pendingSince = 0;
  let somethingOpen = false;

  function register(action: ActionName, handler: Handler): () => void {
    handlers.set(action, [...(handlers.get(action) ?? []), handler]);
    return () =>
      void handlers.set(
        action,
        (handlers.get(action) ?? []).filter(other => other !== handler),
      );
  }

  const run = (action: ActionName): void => handlers.get(action)?.at(-1)?.();

  /** Before anyone else: once we hear an Escape, what it was meant for has closed. */
  function look(): void {
    somethingOpen = document.querySelector(opened) !== null;
  }

  function hear(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    if (isTaken(event.target)) {
      leaveField(event);
      return;
    }
    if (isPress(event) || (event.key === 'Escape' && somethingOpen)) return;
    if (event.timeStamp - pendingSince > sequenceMilliseconds) pending = '';
    const reading = readKeystroke(keysOf, pending, event);
    pending = reading.pending;
    pendingSince = event.timeStamp;
    if (reading.action === null || !handlers.get(reading.action)?.length) return;
    event.preventDefault();
    run(reading.action);
  }

  function listen(target: Window): () => void {
    target.addEventListener('keydown', look, { capture: true });
    target.addEventListener('keydown', hear);
    return () => {
      target.removeEventListener('keydown', look, { capture: true });
      target.removeEventListener('keydown', hear);
    };
  }

  return { register, run, listen };
}

/** Escape in a field gives the keys back to the page. */
function leaveField({ key, target }: KeyboardEvent): void {
  if (key === 'Escape' && target instanceof HTMLElement && target.closest(layers) === null) target.blur();
}
