/** A time before the moment the desk is first started, largest unit first: `5d`, `1d4h`, `2h30m`. */
export type Age = `${number}${'d' | 'h' | 'm'}${string}`;

const minutesIn = { d: 24 * 60, h: 60, m: 1 } as const;
const notation = /^(?:(?<d>\d+)d)?(?:(?<h>\d+)h)?(?:(?<m>\d+)m)?$/;

/** An age in milliseconds. Throws a RangeError for anything that is not an {@link Age}. */
export function millisecondsOf(age: Age): number {
  const groups = notation.exec(age)?.groups;
  if (!groups) throw new RangeError(`"${age}" is not an age such as 1d4h`);
  const count = (unit: keyof typeof minutesIn) => Number(groups[unit] ?? 0) * minutesIn[unit];
  return (count('d') + count('h') + count('m')) * 60_000;
}
