/** What a browser stores by name, as text. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Texts by name, which outlive the page where the browser allows it. */
export type Keeper = {
  look(name: string): string | null;
  /** Answers whether it was stored; what was not is kept for as long as the page lives. */
  keep(name: string, text: string): boolean;
  forget(name: string): void;
  /** The names that begin so. */
  names(prefix: string): readonly string[];
  /** Whether what is kept under a name outlives the page. */
  isStored(name: string): boolean;
};

/**
 * Keeps texts in a store that may be full, or forbidden: then even asking for it throws.
 *
 * @param store answers the store, each time anew
 */
export function createKeeper(store: () => Store): Keeper {
  const unstored = new Map<string, string>();

  function attempt<Result>(work: (store: Store) => Result, otherwise: Result): Result {
    try {
      return work(store());
    } catch {
      return otherwise;
    }
  }

  return {
    look: name => unstored.get(name) ?? attempt(stored => stored.getItem(name), null),
    keep(name, text) {
      const isStored = attempt(stored => {
        stored.setItem(name, text);
        return true;
      }, false);
      if (isStored) unstored.delete(name);
      else unstored.set(name, text);
      return isStored;
    },
    forget(name) {
      unstored.delete(name);
      attempt(stored => stored.removeItem(name), undefined);
    },
    names: prefix =>
      [...new Set([...attempt(namesIn, []), ...unstored.keys()])].filter(name => name.startsWith(prefix)).toSorted(),
    isStored: name => !unstored.has(name),
  };
}

const namesIn = (store: Store): string[] => Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');

/** What this browser keeps, for whoever uses it. */
export const inBrowser = createKeeper(() => localStorage);

/** What this window keeps, reloads included. */
export const inWindow = createKeeper(() => sessionStorage);

/** What was kept as JSON, whoever wrote it; null where it is none. */
export function parseKept(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
