/** Which tickets the person in front of this page changed just now: their rows may move, others' may not. */
const changedAt = new Map<string, number>();

/** As long as it may take until the list is read again, in milliseconds. */
const justNow = 10_000;

/** The person has changed, made or deleted a ticket, or written in it. */
export const noteOwnChange = (id: string): void => void changedAt.set(id, Date.now());

/** A change came to nothing: whatever happens to the ticket now is others' doing. */
export const forgetOwnChange = (id: string): void => void changedAt.delete(id);

/** The ids of what the person changed just now. */
export function readOwnChanges(): ReadonlySet<string> {
  for (const [id, at] of changedAt) if (Date.now() - at > justNow) changedAt.delete(id);
  return new Set(changedAt.keys());
}
