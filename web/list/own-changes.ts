/** What of one kind the person in front of this page changed just now: those rows may move, others' may not. */
export type OwnChanges = {
  /** The person has changed, made or deleted one, or written in it. */
  note: (id: string) => void;
  /** A change came to nothing: whatever happens to it now is others' doing. */
  forget: (id: string) => void;
  /** The ids of those that the person changed just now. */
  read: () => ReadonlySet<string>;
};

/** As long as it may take until the list is read again, in milliseconds. */
const justNow = 10_000;

/** Remembers them for as long as the page lives. */
export function createOwnChanges(): OwnChanges {
  const changedAt = new Map<string, number>();
  return {
    note: id => void changedAt.set(id, Date.now()),
    forget: id => void changedAt.delete(id),
    read: () => {
      for (const [id, at] of changedAt) if (Date.now() - at > justNow) changedAt.delete(id);
      return new Set(changedAt.keys());
    },
  };
}
