import { LRUCache } from 'lru-cache';

/** A list in a state that its validator identifies. */
type ValidatedList = { validator: string };

/** Lists of one operation, each shared by several requests. After a change, many agents read the same list. */
export type SharedLists<List extends ValidatedList> = {
  has(key: string): boolean;
  /**
   * Returns a list that is still loading or at most a second old, if it has the required state. Otherwise loads the
   * list.
   *
   * @param key identifies the list in every state; null to always load it
   * @param validator the required state; null to always load the list
   */
  get(key: string | null, validator: string | null, load: () => Promise<List>): Promise<List>;
};

const maxLists = 20;
const maxAgeMilliseconds = 1000;

export const createSharedLists = <List extends ValidatedList>(): SharedLists<List> => {
  const lists = new LRUCache<string, Promise<List>>({ max: maxLists, ttl: maxAgeMilliseconds });
  const loadFor = (key: string, load: () => Promise<List>): Promise<List> => {
    const loading = load();
    lists.set(key, loading);
    return loading;
  };
  return {
    has: key => lists.has(key),
    async get(key, validator, load) {
      if (key === null) return load();
      if (validator === null) return loadFor(key, load);
      for (;;) {
        const stored = lists.get(key);
        const list = await stored?.catch(() => null);
        if (list?.validator === validator) return list;
        // While this request waited, another request may have started to load the list.
        if (lists.get(key) === stored) return loadFor(key, load);
      }
    },
  };
};
