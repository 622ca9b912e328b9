/** Lists the keys of a type. The compiler reports missing keys, for example after adding a field. */
export const listKeys = <Shape>(keys: Readonly<Record<keyof Shape & string, unknown>>): (keyof Shape & string)[] =>
  Object.keys(keys) as (keyof Shape & string)[];
