/** Formats a number with its noun: `1 file`, `3 files`, `2 people` with the plural `people`. */
export const formatCount = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;
