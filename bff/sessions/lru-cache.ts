/** A cache that evicts the least recently used value. */
export type LruCache<Value> = { get(key: string): Value | undefined; set(key: string, value: Value): void };

/**
 * Creates a cache of at most `capacity` values. A Map iterates in insertion order, and `get` inserts again: the first
 * key is the least recently used.
 */
export function createLruCache<Value>(capacity: number): LruCache<Value> {
  const values = new Map<string, Value>();
  return {
    get(key) {
      const value = values.get(key);
      if (value !== undefined) {
        values.delete(key);
        values.set(key, value);
      }
      return value;
    },
    set(key, value) {
      values.delete(key);
      values.set(key, value);
      for (const oldest of values.keys()) {
        if (values.size <= capacity) break;
        values.delete(oldest);
      }
    },
  };
}
