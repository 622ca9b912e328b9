/** Where a sequence is: to which seed, the how manieth, and which of its moves. */
export type Place = { seed: number; sequence: number; places: readonly number[] };

/** As a command takes it: `1234:5:0,7,8`. */
export const writePlace = ({ seed, sequence, places }: Place): string => [seed, sequence, places.join()].join(':');

/** @throws Error when it is none */
export const readPlace = (text: string): Place => {
  const [, seed, sequence, places = ''] = /^(\d+):(\d+):(\d+(?:,\d+)*)?$/.exec(text) ?? [];
  if (seed === undefined) throw new Error('A place is written as a run printed it: 1234:5:0,7,8');
  return { seed: Number(seed), sequence: Number(sequence), places: places.split(',').filter(Boolean).map(Number) };
};

/** What plays the sequence of a place once more; of a mere seed, all that came from it. */
export const commandFor = (place: string, postgres: boolean): string =>
  `npm run fuzz -- ${postgres ? '--postgres ' : ''}${place.includes(':') ? '--again' : '--seed'} ${place}`;
