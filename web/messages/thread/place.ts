import type { Message } from '#contract';

/** A thread opens at what came since our last reply; where that is more than so many messages, at the newest. */
const mostBack = 5;

/**
 * The message that a thread opens at: the first since our last reply, if it is not far back; otherwise the newest.
 *
 * @returns its index; -1 without messages
 */
export function placeToStart(messages: readonly Pick<Message, 'type' | 'direction'>[]): number {
  const newest = messages.length - 1;
  const replied = messages.findLastIndex(({ type, direction }) => type === 'reply' && direction === 'out');
  const since = replied + 1;
  return replied >= 0 && since <= newest && newest - since < mostBack ? since : newest;
}

/** The messages after the last one that was known, oldest first. */
export function newerThan<Item extends Pick<Message, 'id'>>(
  messages: readonly Item[],
  known: ReadonlySet<string>,
): Item[] {
  return messages.slice(messages.findLastIndex(({ id }) => known.has(id)) + 1);
}
