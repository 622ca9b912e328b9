import type { Message } from '#contract';

/** If more messages follow the last outgoing reply, a thread opens at its newest message. */
const maxUnanswered = 5;

/**
 * Finds the message at which a thread opens. Usually, it is the first message after the last outgoing reply. Without an
 * outgoing reply, or if none or more than `maxUnanswered` messages follow it, the thread opens at the newest message.
 *
 * @returns the message's index; -1 without messages
 */
export function findStartIndex(messages: readonly Pick<Message, 'type' | 'direction'>[]): number {
  const newest = messages.length - 1;
  const replied = messages.findLastIndex(({ type, direction }) => type === 'reply' && direction === 'out');
  const since = replied + 1;
  return replied >= 0 && since <= newest && newest - since < maxUnanswered ? since : newest;
}

/** Returns the messages after the last known message, oldest first. */
export function findNewMessages<Item extends Pick<Message, 'id'>>(
  messages: readonly Item[],
  knownIds: ReadonlySet<string>,
): Item[] {
  return messages.slice(messages.findLastIndex(({ id }) => knownIds.has(id)) + 1);
}
