/** How soon after a command another character makes a text of both, in milliseconds. Keys chosen one by one come later. */
export const typingMilliseconds = 100;

/** How long a pause ends typed text, in milliseconds. */
const pauseMilliseconds = 500;

/**
 * What a character does on the page. `step` moves along a list, `harmless` changes nothing, `command` changes or opens
 * something or begins a sequence, `completion` ends a sequence such as `g i`, `nothing` is no shortcut.
 */
export type Effect = 'step' | 'harmless' | 'command' | 'completion' | 'nothing';

/** When the last character that counts was pressed, and whether it belonged to typed text. */
export type Typing = { time: number; isText: boolean };

/** Before anything was typed, and after a key or a click that ends typing. */
export const noTyping: Typing = { time: Number.NEGATIVE_INFINITY, isText: false };

/**
 * Tells typed text from single-key commands. A character is text if it is no shortcut, if it comes within 100 ms of a
 * command, or if it follows text without a pause of half a second. A step is never close: `e j e j` are commands.
 *
 * @param time the timeStamp of its KeyboardEvent
 */
export function readTyping(before: Typing, effect: Effect, time: number): Typing {
  const gap = time - before.time;
  const isFast = gap < typingMilliseconds && (effect === 'command' || effect === 'harmless');
  if (isFast || effect === 'nothing' || (before.isText && gap < pauseMilliseconds)) return { time, isText: true };
  if (effect === 'step') return noTyping;
  return { time: effect === 'harmless' ? before.time : time, isText: false };
}
