/**
 * If a second command or a harmless character follows a command within this time, both are typed text. Deliberate keys
 * are slower.
 */
export const typingMilliseconds = 100;

/** A pause of this length ends typed text. */
const pauseMilliseconds = 500;

/**
 * Effect of a character on the page:
 *
 * - `step` moves in a list.
 * - `harmless` changes no data.
 * - `command` changes data, opens a page or dialog, or starts a sequence.
 * - `completion` completes a sequence such as `g i`.
 * - `nothing` is not a shortcut.
 */
export type Effect = 'step' | 'harmless' | 'command' | 'completion' | 'nothing';

/** Time of the last relevant character, and whether it was typed text. */
export type Typing = { time: number; isText: boolean };

/** The initial state. A key or click that ends typing restores it. */
export const noTyping: Typing = { time: Number.NEGATIVE_INFINITY, isText: false };

/**
 * Distinguishes typed text from single-key commands. A character is text if it is not a shortcut, or if it follows text
 * within half a second. A command or harmless character is also text if it follows a command within 100 ms. Steps reset
 * the time: `e j e j` are commands.
 *
 * @param time the timeStamp of its KeyboardEvent
 */
export function updateTyping(before: Typing, effect: Effect, time: number): Typing {
  const gap = time - before.time;
  const isFast = gap < typingMilliseconds && (effect === 'command' || effect === 'harmless');
  if (isFast || effect === 'nothing' || (before.isText && gap < pauseMilliseconds)) return { time, isText: true };
  if (effect === 'step') return noTyping;
  return { time: effect === 'harmless' ? before.time : time, isText: false };
}
