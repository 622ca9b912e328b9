/** Identifies a sequence by seed and index, and selects some of its actions. */
export type ReplayPosition = { seed: number; sequence: number; actionIndexes: readonly number[] };

/** Formats a position for the command line: `1234:5:0,7,8`. */
export const formatPosition = ({ seed, sequence, actionIndexes }: ReplayPosition): string =>
  [seed, sequence, actionIndexes.join()].join(':');

/** Parses the text of `formatPosition`. @throws an Error if it is malformed */
export const parsePosition = (text: string): ReplayPosition => {
  const [, seed, sequence, indexes = ''] = /^(\d+):(\d+):(\d+(?:,\d+)*)?$/.exec(text) ?? [];
  if (seed === undefined) throw new Error('Expected a position as printed by a run, such as 1234:5:0,7,8');
  return {
    seed: Number(seed),
    sequence: Number(sequence),
    actionIndexes: indexes.split(',').filter(Boolean).map(Number),
  };
};

/** Returns the command that replays a formatted position. A seed alone (`1234`) replays its whole run. */
export const getReplayCommand = (position: string, postgres: boolean): string =>
  `npm run fuzz -- ${postgres ? '--postgres ' : ''}${position.includes(':') ? '--replay' : '--seed'} ${position}`;
