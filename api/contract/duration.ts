const unitSeconds = { d: 86_400, h: 3600, m: 60, s: 1 };
const units = Object.entries(unitSeconds);

/** Converts a duration such as 90s, 10m, 8h or 30d to seconds. Returns null for malformed text. */
export const parseDuration = (text: string): number | null => {
  const [, count = '', unit] = /^([0-9]{1,9})([dhms])$/.exec(text) ?? [];
  const [, seconds] = units.find(([name]) => name === unit) ?? [];
  return seconds === undefined ? null : Number(count) * seconds;
};

/** Formats seconds in the largest unit that divides them. */
export const formatDuration = (seconds: number): string => {
  const [unit, length] = units.find(([, each]) => seconds > 0 && seconds % each === 0) ?? ['s', unitSeconds.s];
  return `${seconds / length}${unit}`;
};
