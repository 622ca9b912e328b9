/** Lists the keys of a type. The compiler reports a missing key, for example after a field was added. */
export const listKeys = <Shape>(keys: Readonly<Record<keyof Shape & string, unknown>>): (keyof Shape & string)[] =>
  Object.keys(keys) as (keyof Shape & string)[];
