import { effectOf, isBlank, isCharacter } from './page-keys.ts';
import { noTyping, readTyping, typingMilliseconds } from './typing.ts';

/** A key that was pressed. `time` is its KeyboardEvent.timeStamp. */
export type PressedKey = { stroke: string; time: number; inField: boolean };

/** Keeps text that is typed while no field has the focus from running commands. */
export type TypingGuard = {
  /** Runs a command after 100 ms, unless the next key shows that it was a letter of a text. */
  hold(command: () => void, time: number): void;
  /** Runs the held command now if this key cannot belong to the same text. To be called before `takeText`. */
  settle(key: PressedKey): void;
  /**
   * Whether a key belongs to typed text; the held command is dropped then, and run otherwise.
   *
   * @param pending the sequence of keys that is under way; null where keys do nothing on the page
   */
  takeText(key: PressedKey, pending: string | null): boolean;
  /** Ends typing and runs the held command now: for a click. */
  endTyping(): void;
};

/** A guard for one page. */
export function createTypingGuard(): TypingGuard {
  let typing = noTyping;
  let held: { command: () => void; time: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    clearTimeout(timer);
    held = null;
  }
  function runHeld(): void {
    const command = held?.command;
    drop();
    command?.();
  }
  function isText({ stroke, time, inField }: PressedKey, pending: string | null): boolean {
    if (!isCharacter(stroke) && !isBlank(stroke)) {
      if (stroke !== 'Backspace') typing = noTyping;
      return false;
    }
    if (inField) typing = stroke === 'Enter' ? noTyping : { time, isText: true };
    if (inField || pending === null) return false;
    typing = readTyping(typing, effectOf(stroke, pending), time);
    return typing.isText;
  }

  return {
    hold: (command, time) => {
      held = { command, time };
      timer = setTimeout(runHeld, typingMilliseconds);
    },
    settle: ({ stroke, time, inField }) => {
      const mayBeText = !inField && (isCharacter(stroke) || isBlank(stroke));
      if (held !== null && (!mayBeText || time - held.time >= typingMilliseconds)) runHeld();
    },
    takeText: (key, pending) => {
      const text = isText(key, pending);
      if (text) drop();
      else runHeld();
      return text;
    },
    endTyping: () => {
      runHeld();
      typing = noTyping;
    },
  };
}
