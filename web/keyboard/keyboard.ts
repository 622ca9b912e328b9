import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ReadableStore } from '../storage/observable-store.ts';
import { isApple } from '../ui/platform.ts';
import { type ActionName, describeAction } from './actions.ts';
import { isField, isInLayer, isLayerOpen, isModalOpen, isPress } from './focus.ts';
import { isKeyOf } from './is-key-of.ts';
import { followers, isModifier, strokeOf } from './keystroke.ts';
import { isCharacter, isHeld, pageKeys } from './page-keys.ts';
import { createSequence } from './sequence.ts';
import { createTypingGuard, type PressedKey } from './typing-guard.ts';

/** Runs an action. */
export type Handler = () => void;

/** A value that an action can set; the palette shows its `label` after the action's. */
type ActionChoice = { label: string; mark?: ReactNode; chosen: boolean; choose: () => void };

/** Returns the choices of an action for the palette, including a new one made of `text` if possible. */
export type Choices = (text: string) => readonly ActionChoice[];

/** A registered handler of an action. */
type Registration = {
  handler: Handler;
  choices?: Choices;
  first?: boolean;
  /** Returns whether it can run now; always by default. */
  isNow?: () => boolean;
};

/** Registry of the available actions, and their keyboard handling. */
export type Keyboard = {
  /**
   * Makes an action available until the returned function is called. The newest handler wins, after those with `first`.
   */
  register(action: ActionName, registration: Registration): () => void;
  /** Runs an action as if its key had been pressed. */
  run(action: ActionName): void;
  /** Returns whether an action is available. */
  isPossible(action: ActionName): boolean;
  choicesOf(action: ActionName, text: string): readonly ActionChoice[];
  /** The pressed keys of an incomplete sequence; empty without one. */
  pending: ReadableStore<string>;
  /** Returns the available actions that continue a sequence. */
  followers(pending: string): readonly ActionName[];
  /** Handles the keys of a window until the returned function is called. */
  listen(target: Window): () => void;
};

/** @param areSingleKeysOn returns the preference for single-key shortcuts */
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
        (registrations.get(action) ?? []).filter(other => other !== registration),
      );
  }

  const findRegistration = (action: ActionName): Registration | undefined => {
    const all = (registrations.get(action) ?? []).filter(({ isNow }) => isNow?.() ?? true);
    return all.findLast(({ first }) => first) ?? all.at(-1);
  };
  const isPossible = (action: ActionName): boolean => findRegistration(action) !== undefined;
  const run = (action: ActionName): void => findRegistration(action)?.handler();

  const isOverPage = ({ target }: KeyboardEvent): boolean => layerOpen || isModalOpen() || isInLayer(target);

  /** Runs before all other listeners: when `onKeyDown` gets an Escape, the layer it closed is gone. */
  function onKeyDownCapture(event: KeyboardEvent): void {
    const key = toPressedKey(event);
    if (key) guard.settle(key);
    layerOpen = isLayerOpen();
    const pending = areSingleKeysOn() && !isOverPage(event) ? sequence.pending.read() : null;
    if (!key || !guard.takeText(key, pending)) return;
    sequence.end();
    event.preventDefault();
    event.stopPropagation();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
    const stroke = strokeOf(event, isApple);
    if (stroke === null) sequence.end();
    else if (stroke.startsWith('Mod ')) handleModKey(stroke, event);
    else if (isField(event.target)) leaveField(event);
    else handleStroke(stroke, event);
  }

  function handleStroke(stroke: string, event: KeyboardEvent): void {
    if (isOverPage(event) || isPress(event)) return;
    if (isCharacter(stroke) && !areSingleKeysOn()) return;
    if (event.repeat && sequence.pending.read() !== '') return;
    handleAction(sequence.take(stroke), stroke, event);
  }

  /** Keys with ⌘ or Ctrl also work in fields and popups, but not over a modal dialog. */
  function handleModKey(stroke: string, event: KeyboardEvent): void {
    sequence.end();
    if (!isModalOpen()) handleAction(pageKeys.get(stroke) ?? null, stroke, event);
  }

  function handleAction(action: ActionName | null, stroke: string, event: KeyboardEvent): void {
    if (action === null || !isPossible(action)) return;
    event.preventDefault();
    if (event.repeat && !describeAction(action).repeats) return;
    if (isHeld(stroke, action)) guard.hold(() => runHeld(action), event.timeStamp);
    else run(action);
  }

  /** Renders synchronously, so that the next key meets the updated page. */
  function runHeld(action: ActionName): void {
    if (!isLayerOpen()) flushSync(() => run(action));
  }

  function listen(target: Window): () => void {
    target.addEventListener('keydown', onKeyDownCapture, { capture: true });
    target.addEventListener('keydown', onKeyDown);
    target.addEventListener('pointerdown', guard.endTyping, { capture: true });
    target.addEventListener('blur', sequence.end);
    return () => {
      target.removeEventListener('keydown', onKeyDownCapture, { capture: true });
      target.removeEventListener('keydown', onKeyDown);
      target.removeEventListener('pointerdown', guard.endTyping, { capture: true });
      target.removeEventListener('blur', sequence.end);
    };
  }

  return {
    register,
    run,
    isPossible,
    choicesOf: (action, text) => findRegistration(action)?.choices?.(text) ?? [],
    pending: sequence.pending,
    followers: pending => followers(pageKeys, pending).filter(isPossible),
    listen,
  };
}

/** Converts an event for the typing guard; null for modifiers, repeats and composition. */
function toPressedKey(event: KeyboardEvent): PressedKey | null {
  if (isModifier(event.key) || event.repeat || event.isComposing) return null;
  return { stroke: strokeOf(event, isApple) ?? '', time: event.timeStamp, inField: isField(event.target) };
}

/** Moves the focus from a field to its container on Escape, so that page shortcuts work again. */
function leaveField(event: KeyboardEvent): void {
  const { target } = event;
  if (!isKeyOf('field.leave', event) || !(target instanceof HTMLElement) || isInLayer(target)) return;
  const container = target.closest<HTMLElement>('[tabindex="-1"]') ?? document.getElementById('content');
  if (container) container.focus({ preventScroll: true });
  else target.blur();
}
