import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ReadableStore } from '../store.ts';
import { isApple } from '../ui/platform.ts';
import { type ActionName, describeAction } from './actions.ts';
import { isField, isInLayer, isLayerOpen, isModalOpen, isPress } from './focus.ts';
import { isKeyOf } from './is-key-of.ts';
import { followers, isModifier, strokeOf } from './keystroke.ts';
import { isCharacter, isHeld, pageKeys } from './page-keys.ts';
import { createSequence } from './sequence.ts';
import { createTypingGuard, type PressedKey } from './typing-guard.ts';

/** Does what an action says. */
export type Handler = () => void;

/** One of the things an action can set: `label` follows the action's words in the palette. */
type ActionChoice = { label: string; mark?: ReactNode; chosen: boolean; choose: () => void };

/** What can be chosen, known or, where `text` makes one, new. Asked when the palette is open. */
export type Choices = (text: string) => readonly ActionChoice[];

/** A way to do an action. */
type Way = {
  handler: Handler;
  choices?: Choices;
  first?: boolean;
  /** Whether it can be done just now. Always, unless this says otherwise. */
  isNow?: () => boolean;
};

/** Knows which actions can be done now, and does them. */
export type Keyboard = {
  /**
   * Makes an action possible until the returned function is called. Of several handlers the newest is asked; one that
   * comes `first` before those that do not.
   */
  register(action: ActionName, way: Way): () => void;
  /** Does an action as if its key had been pressed. */
  run(action: ActionName): void;
  /** Whether it would do anything. */
  isPossible(action: ActionName): boolean;
  choicesOf(action: ActionName, text: string): readonly ActionChoice[];
  /** The strokes of a sequence that is under way, else empty text. */
  pending: ReadableStore<string>;
  /** What can follow on a sequence that is under way. */
  followers(pending: string): readonly ActionName[];
  /** Listens to a window until the returned function is called. */
  listen(target: Window): () => void;
};

/** @param wantsCharacters whether single keys do anything, as the person at the keyboard likes it now */
export function createKeyboard(wantsCharacters: () => boolean): Keyboard {
  const ways = new Map<ActionName, Way[]>();
  const sequence = createSequence(pageKeys);
  const guard = createTypingGuard();
  let layerOpen = false;

  function register(action: ActionName, way: Way): () => void {
    ways.set(action, [...(ways.get(action) ?? []), way]);
    return () =>
      void ways.set(
        action,
        (ways.get(action) ?? []).filter(other => other !== way),
      );
  }

  const asked = (action: ActionName): Way | undefined => {
    const all = (ways.get(action) ?? []).filter(({ isNow }) => isNow?.() ?? true);
    return all.findLast(({ first }) => first) ?? all.at(-1);
  };
  const isPossible = (action: ActionName): boolean => asked(action) !== undefined;
  const run = (action: ActionName): void => asked(action)?.handler();

  const isOverPage = ({ target }: KeyboardEvent): boolean => layerOpen || isModalOpen() || isInLayer(target);

  /** Before any other listener: once `hear` gets an Escape, what it was meant for has closed. */
  function look(event: KeyboardEvent): void {
    const key = pressedKeyOf(event);
    if (key) guard.settle(key);
    layerOpen = isLayerOpen();
    const pending = wantsCharacters() && !isOverPage(event) ? sequence.pending.read() : null;
    if (!key || !guard.takeText(key, pending)) return;
    sequence.end();
    event.preventDefault();
    event.stopPropagation();
  }

  function hear(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
    const stroke = strokeOf(event, isApple);
    if (stroke === null) sequence.end();
    else if (stroke.startsWith('Mod ')) hearCommand(stroke, event);
    else if (isField(event.target)) leaveField(event);
    else hearStroke(stroke, event);
  }

  function hearStroke(stroke: string, event: KeyboardEvent): void {
    if (isOverPage(event) || isPress(event)) return;
    if (isCharacter(stroke) && !wantsCharacters()) return;
    if (event.repeat && sequence.pending.read() !== '') return;
    act(sequence.take(stroke), stroke, event);
  }

  /** With ⌘ or Ctrl nothing is typed, so fields and popups hear it too; a dialog has to be answered first. */
  function hearCommand(stroke: string, event: KeyboardEvent): void {
    sequence.end();
    if (!isModalOpen()) act(pageKeys.get(stroke) ?? null, stroke, event);
  }

  function act(action: ActionName | null, stroke: string, event: KeyboardEvent): void {
    if (action === null || !isPossible(action)) return;
    event.preventDefault();
    if (event.repeat && !describeAction(action).repeats) return;
    if (isHeld(stroke, action)) guard.hold(() => runHeld(action), event.timeStamp);
    else run(action);
  }

  /** The page is drawn at once, so that the next key finds what this one has opened or closed. */
  function runHeld(action: ActionName): void {
    if (!isLayerOpen()) flushSync(() => run(action));
  }

  function listen(target: Window): () => void {
    target.addEventListener('keydown', look, { capture: true });
    target.addEventListener('keydown', hear);
    target.addEventListener('pointerdown', guard.endTyping, { capture: true });
    target.addEventListener('blur', sequence.end);
    return () => {
      target.removeEventListener('keydown', look, { capture: true });
      target.removeEventListener('keydown', hear);
      target.removeEventListener('pointerdown', guard.endTyping, { capture: true });
      target.removeEventListener('blur', sequence.end);
    };
  }

  return {
    register,
    run,
    isPossible,
    choicesOf: (action, text) => asked(action)?.choices?.(text) ?? [],
    pending: sequence.pending,
    followers: pending => followers(pageKeys, pending).filter(isPossible),
    listen,
  };
}

/** A key as the typing guard reads it; null for one that types nothing of its own. */
function pressedKeyOf(event: KeyboardEvent): PressedKey | null {
  if (isModifier(event.key) || event.repeat || event.isComposing) return null;
  return { stroke: strokeOf(event, isApple) ?? '', time: event.timeStamp, inField: isField(event.target) };
}

/** Escape in a field gives the keys back to the page: what the field lies in takes the focus. */
function leaveField(event: KeyboardEvent): void {
  const { target } = event;
  if (!isKeyOf('field.leave', event) || !(target instanceof HTMLElement) || isInLayer(target)) return;
  const place = target.closest<HTMLElement>('[tabindex="-1"]') ?? document.getElementById('content');
  if (place) place.focus({ preventScroll: true });
  else target.blur();
}
