type Backend = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Stores strings in the browser, or in memory if its storage is full or blocked. */
export type TextStorage = {
  get(key: string): string | null;
  /** Returns whether the text was persisted. Otherwise it is held in memory until the page is closed. */
  set(key: string, text: string): boolean;
  remove(key: string): void;
  keys(prefix: string): readonly string[];
  /** Returns whether the value of a key is still stored after the page is closed. */
  isPersisted(key: string): boolean;
};

/**
 * Creates a text storage over a browser storage that may be full or blocked.
 *
 * @param backend returns the browser storage; throws if it is blocked
 */
export function createTextStorage(backend: () => Backend): TextStorage {
  const inMemory = new Map<string, string>();

  function attempt<Result>(work: (storage: Backend) => Result, defaultResult: Result): Result {
    try {
      return work(backend());
    } catch {
      return defaultResult;
    }
  }

  return {
    get: key => inMemory.get(key) ?? attempt(storage => storage.getItem(key), null),
    set(key, text) {
      const isStored = attempt(storage => {
        storage.setItem(key, text);
        return true;
      }, false);
      if (isStored) inMemory.delete(key);
      else inMemory.set(key, text);
      return isStored;
    },
    remove(key) {
      inMemory.delete(key);
      attempt(storage => storage.removeItem(key), undefined);
    },
    keys: prefix =>
      [...new Set([...attempt(listStorageKeys, []), ...inMemory.keys()])]
        .filter(key => key.startsWith(prefix))
        .toSorted(),
    isPersisted: key => !inMemory.has(key),
  };
}

const listStorageKeys = (storage: Backend): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

/** Storage of this browser, shared by all its users. */
export const browserStorage = createTextStorage(() => localStorage);

/** Storage of this tab; survives reloads. */
export const tabStorage = createTextStorage(() => sessionStorage);

/** Parses stored JSON; null if malformed. */
export function parseStoredJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
