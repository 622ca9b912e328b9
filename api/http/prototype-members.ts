/**
 * Where a JSON value holds a member called `__proto__`, as paths. zod leaves such a member out of a record without a word,
 * and what was sent must never be lost in silence.
 */
export const prototypeMembers = (value: unknown, path: readonly PropertyKey[] = []): PropertyKey[][] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap(name => {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    return [...(name === '__proto__' ? [here] : []), ...prototypeMembers(Reflect.get(value, name), here)];
  });
};
