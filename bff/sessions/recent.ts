/** A bounded map that forgets what was used longest ago. */
export type Recent<Value> = { get(key: string): Value | undefined; set(key: string, value: Value): void };

/** Remembers at most `capacity` values. A Map iterates in insertion order: its first key is the one to forget. */
export function createRecent<Value>(capacity: number): Recent<Value> {
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
