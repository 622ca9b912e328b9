/** Formats a number with its noun: `1 file`, `3 files`, `2 people` with the plural `people`. */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;
