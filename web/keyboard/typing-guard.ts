import { getEffect, isCharacterKey, isWhitespaceKey } from './page-keys.ts';
import { noTyping, typingMilliseconds, updateTyping } from './typing.ts';

/** A pressed key. `time` is its KeyboardEvent.timeStamp. */
export type PressedKey = { stroke: string; time: number; inField: boolean };

/** Prevents text typed outside of fields from running commands. */
export type TypingGuard = {
  /** Runs a command after 100 ms, unless the next key shows that text is typed. */
  delay(command: () => void, time: number): void;
  /** Runs the delayed command now if this key cannot belong to the same text. Call before `checkText`. */
  runOverdue(key: PressedKey): void;
  /**
   * Returns whether a key belongs to typed text. Drops the delayed command if so, otherwise runs it.
   *
   * @param pending the pressed keys of an incomplete sequence; null where page shortcuts are off
   */
  checkText(key: PressedKey, pending: string | null): boolean;
  /** Ends typing and runs the delayed command, on a click. */
  endTyping(): void;
};

export function createTypingGuard(): TypingGuard {
  let typing = noTyping;
  let delayed: { command: () => void; time: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    clearTimeout(timer);
    delayed = null;
  }
  function runDelayed(): void {
    const command = delayed?.command;
    drop();
    command?.();
  }
  function isText({ stroke, time, inField }: PressedKey, pending: string | null): boolean {
    if (!isCharacterKey(stroke) && !isWhitespaceKey(stroke)) {
      if (stroke !== 'Backspace') typing = noTyping;
      return false;
    }
    if (inField) typing = stroke === 'Enter' ? noTyping : { time, isText: true };
    if (inField || pending === null) return false;
    typing = updateTyping(typing, getEffect(stroke, pending), time);
    return typing.isText;
  }

  return {
    delay: (command, time) => {
      delayed = { command, time };
      timer = setTimeout(runDelayed, typingMilliseconds);
    },
    runOverdue: ({ stroke, time, inField }) => {
      const mayBeText = !inField && (isCharacterKey(stroke) || isWhitespaceKey(stroke));
      if (delayed !== null && (!mayBeText || time - delayed.time >= typingMilliseconds)) runDelayed();
    },
    checkText: (key, pending) => {
      const text = isText(key, pending);
      if (text) drop();
      else runDelayed();
      return text;
    },
    endTyping: () => {
      runDelayed();
      typing = noTyping;
    },
  };
}
