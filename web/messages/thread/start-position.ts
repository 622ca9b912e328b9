import type { Message } from '#contract';

/** With more messages after our last reply, a thread opens at the newest message. */
const maxUnanswered = 5;

/**
 * Finds the message at which a thread opens. It is the first message after our last reply. It is the newest message if
 * we have not replied, or if more than `maxUnanswered` messages follow our reply.
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
