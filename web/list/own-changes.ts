/** Long enough for a refetch of the list. */
const recentMilliseconds = 10_000;

/** Creates a record of the resources that this page has just changed. Only their rows move immediately. */
export function createOwnChanges() {
  const changedAt = new Map<string, number>();
  return {
    /** Records that the person created, changed or deleted a resource. New messages are changes. */
    add: (id: string): void => void changedAt.set(id, Date.now()),
    /** Removes the id of a resource whose change failed. */
    remove: (id: string): void => void changedAt.delete(id),
    /** Returns the ids of the resources that were changed in the last ten seconds. */
    getIds: (): ReadonlySet<string> => {
      for (const [id, at] of changedAt) if (Date.now() - at > recentMilliseconds) changedAt.delete(id);
      return new Set(changedAt.keys());
    },
  };
}

export type OwnChanges = ReturnType<typeof createOwnChanges>;
