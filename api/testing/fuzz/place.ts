/** Identifies a sequence by seed and index, and selects some of its moves. */
export type Place = { seed: number; sequence: number; places: readonly number[] };

/** Formats a position for the command line: `1234:5:0,7,8`. */
export const writePlace = ({ seed, sequence, places }: Place): string => [seed, sequence, places.join()].join(':');

/** @throws Error when malformed */
export const readPlace = (text: string): Place => {
  const [, seed, sequence, places = ''] = /^(\d+):(\d+):(\d+(?:,\d+)*)?$/.exec(text) ?? [];
  if (seed === undefined) throw new Error('Expected a position as printed by a run, such as 1234:5:0,7,8');
  return { seed: Number(seed), sequence: Number(sequence), places: places.split(',').filter(Boolean).map(Number) };
};

/** Returns the command that replays a position, or the whole run of a seed. */
export const commandFor = (place: string, postgres: boolean): string =>
  `npm run fuzz -- ${postgres ? '--postgres ' : ''}${place.includes(':') ? '--again' : '--seed'} ${place}`;
