import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ReadableStore } from '../storage/observable-store.ts';
import { isApple } from '../ui/platform.ts';
import { type ActionName, describeAction } from './actions.ts';
import { isActivationKey, isField, isInLayer, isLayerOpen, isModalOpen } from './focus.ts';
import { findContinuations, formatStroke, isModifier } from './keystroke.ts';
import { matchesAction } from './matches-action.ts';
import { findActionsWithSameKeys, isCharacterKey, isDelayed, pageKeys } from './page-keys.ts';
import { createSequence } from './sequence.ts';
import { createTypingGuard, type PressedKey } from './typing-guard.ts';

/** Runs an action. */
export type Handler = () => void;

/** A value that an action can set. The palette shows its `label` after the action's `choice`. */
type ActionChoice = { value: string; label: string; symbol?: ReactNode; chosen: boolean; choose: () => void };

/** Returns an action's choices for the palette, including a choice created from `text` if possible. */
export type GetChoices = (text: string) => readonly ActionChoice[];

/** A registered handler of an action. */
type Registration = {
  handler: Handler;
  choices?: GetChoices;
  /** Takes precedence over newer handlers. */
  first?: boolean;
  /** Returns whether the action can run now; by default it always can. */
  isEnabled?: () => boolean;
};

/** Registry of the available actions, and their keyboard handling. */
export type Keyboard = {
  /**
   * Makes an action available until the returned function is called. Handlers with `first` take precedence; otherwise
   * the newest wins.
   */
  register(action: ActionName, registration: Registration): () => void;
  /** Runs an action if it is available. Skips the checks that apply to a pressed key. */
  run(action: ActionName): void;
  isAvailable(action: ActionName): boolean;
  getChoices(action: ActionName, text: string): readonly ActionChoice[];
  /** The pressed keys of an incomplete sequence; otherwise empty. */
  pending: ReadableStore<string>;
  /** Returns the available actions that continue a sequence. */
  getContinuations(pending: string): readonly ActionName[];
  /** Handles the keys of a window until the returned function is called. */
  listen(target: Window): () => void;
};

/**
 * Creates the keyboard of a page.
 *
 * @param areSingleKeysOn returns the preference for single-key shortcuts
 */
export function createKeyboard(areSingleKeysOn: () => boolean): Keyboard {
  const registrations = new Map<ActionName, Registration[]>();
  const sequence = createSequence(pageKeys);
  const guard = createTypingGuard();
  let layerOpen = false;

  function register(action: ActionName, registration: Registration): () => void {
    registrations.set(action, [...(registrations.get(action) ?? []), registration]);
    return () =>
      void registrations.set(
        action,
        (registrations.get(action) ?? []).filter(each => each !== registration),
      );
  }

  const findRegistration = (action: ActionName): Registration | undefined => {
    const candidates = (registrations.get(action) ?? []).filter(({ isEnabled }) => isEnabled?.() ?? true);
    return candidates.findLast(({ first }) => first) ?? candidates.at(-1);
  };
  const isAvailable = (action: ActionName): boolean => findRegistration(action) !== undefined;
  const run = (action: ActionName): void => findRegistration(action)?.handler();

  const isOverPage = ({ target }: KeyboardEvent): boolean => layerOpen || isModalOpen() || isInLayer(target);

  /** Runs before all other listeners, because Escape closes a dialog or popup before `onKeyDown` runs. */
  function onKeyDownCapture(event: KeyboardEvent): void {
    const key = toPressedKey(event);
    if (key) guard.runOverdue(key);
    layerOpen = isLayerOpen();
    const pending = areSingleKeysOn() && !isOverPage(event) ? sequence.pending.read() : null;
    if (!key || !guard.checkText(key, pending)) return;
    sequence.reset();
    event.preventDefault();
    event.stopPropagation();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
    const stroke = formatStroke(event, isApple);
    if (stroke === null) sequence.reset();
    else if (stroke.startsWith('Mod ')) handleModKey(stroke, event);
    else if (isField(event.target)) leaveField(event);
    else handleStroke(stroke, event);
  }

  function handleStroke(stroke: string, event: KeyboardEvent): void {
    if (isOverPage(event) || isActivationKey(event)) return;
    if (isCharacterKey(stroke) && !areSingleKeysOn()) return;
    if (event.repeat && sequence.pending.read() !== '') return;
    handleAction(sequence.push(stroke), stroke, event);
  }

  /** Keys with ⌘ or Ctrl work in fields and popups, but not in modal dialogs. */
  function handleModKey(stroke: string, event: KeyboardEvent): void {
    sequence.reset();
    if (!isModalOpen()) handleAction(pageKeys.get(stroke) ?? null, stroke, event);
  }

  function handleAction(match: ActionName | null, stroke: string, event: KeyboardEvent): void {
    const action = match === null ? undefined : findActionsWithSameKeys(match).find(isAvailable);
    if (action === undefined) return;
    event.preventDefault();
    if (event.repeat && !describeAction(action).repeats) return;
    if (isDelayed(stroke, action)) guard.delay(() => runDelayed(action), event.timeStamp);
    else run(action);
  }

  /** Renders synchronously, so that the next key acts on the updated page. */
  function runDelayed(action: ActionName): void {
    if (!isLayerOpen()) flushSync(() => run(action));
  }

  function listen(target: Window): () => void {
    target.addEventListener('keydown', onKeyDownCapture, { capture: true });
    target.addEventListener('keydown', onKeyDown);
    target.addEventListener('pointerdown', guard.endTyping, { capture: true });
    target.addEventListener('blur', sequence.reset);
    return () => {
      target.removeEventListener('keydown', onKeyDownCapture, { capture: true });
      target.removeEventListener('keydown', onKeyDown);
      target.removeEventListener('pointerdown', guard.endTyping, { capture: true });
      target.removeEventListener('blur', sequence.reset);
    };
  }

  return {
    register,
    run,
    isAvailable,
    getChoices: (action, text) => findRegistration(action)?.choices?.(text) ?? [],
    pending: sequence.pending,
    getContinuations: pending => findContinuations(pageKeys, pending).filter(isAvailable),
    listen,
  };
}

/** Converts an event for the typing guard; null for modifiers, repeats and composition. */
function toPressedKey(event: KeyboardEvent): PressedKey | null {
  if (isModifier(event.key) || event.repeat || event.isComposing) return null;
  return { stroke: formatStroke(event, isApple) ?? '', time: event.timeStamp, inField: isField(event.target) };
}

/** Moves the focus on Escape from a field to its container. Page shortcuts then work again. */
function leaveField(event: KeyboardEvent): void {
  const { target } = event;
  if (!matchesAction('field.leave', event) || !(target instanceof HTMLElement) || isInLayer(target)) return;
  const container = target.closest<HTMLElement>('[tabindex="-1"]') ?? document.getElementById('content');
  if (container) container.focus({ preventScroll: true });
  else target.blur();
}
