/** Ids of the resources this page has just changed. Only their rows may move without being asked. */
export type OwnChanges = {
  /** Records that the person changed, created or deleted one, or wrote in it. */
  add: (id: string) => void;
  /** Removes one whose change failed. */
  remove: (id: string) => void;
  /** Returns the recently changed ids. */
  getIds: () => ReadonlySet<string>;
};

/** Long enough for the list to be loaded again. */
const recentMilliseconds = 10_000;

export function createOwnChanges(): OwnChanges {
  const changedAt = new Map<string, number>();
  return {
    add: id => void changedAt.set(id, Date.now()),
    remove: id => void changedAt.delete(id),
    getIds: () => {
      for (const [id, at] of changedAt) if (Date.now() - at > recentMilliseconds) changedAt.delete(id);
      return new Set(changedAt.keys());
    },
  };
}
