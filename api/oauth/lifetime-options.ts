import type { Command } from 'commander';
import { lifetimeRanges } from './client-lifetimes.ts';
import { type Lifetimes, usualLifetimes } from './client-policy.ts';
import { formatDuration } from './duration.ts';
import { durationReader } from './duration-option.ts';

/** What `--access-token` and its neighbours were given, in seconds; absent where nothing was named. */
export type LifetimeOptions = {
  accessToken?: number;
  refreshIdle?: number;
  refreshEnd?: number | 'never';
  refreshGrace?: number;
};

/** Adds the options that say how long what a client is given lasts. */
export const withLifetimeOptions = (command: Command): Command =>
  command
    .option(
      '--access-token <duration>',
      `an access token is good for so long; usually ${usual('accessTokenSeconds')}`,
      read('accessTokenSeconds'),
    )
    .option(
      '--refresh-idle <duration>',
      `a refresh token that is not used for so long ends; usually ${usual('refreshIdleSeconds')}`,
      read('refreshIdleSeconds'),
    )
    .option(
      '--refresh-end <duration>',
      `so long after the sign-in refresh tokens end, however often they were used; usually ${usual('refreshAbsoluteSeconds')}`,
      text => (text === 'never' ? text : read('refreshAbsoluteSeconds', ', or "never"')(text)),
    )
    .option(
      '--refresh-grace <duration>',
      `so long a used refresh token yields the same tokens again, for lost answers; usually ${usual('refreshGraceSeconds')}`,
      read('refreshGraceSeconds'),
    );

const usual = (name: keyof Lifetimes): string => {
  const seconds = usualLifetimes[name];
  return seconds === null ? '"never"' : formatDuration(seconds);
};

const read = (name: keyof Lifetimes, otherwise?: string) => durationReader(lifetimeRanges[name], otherwise);

/** The lifetimes that were named. */
export const lifetimesOf = (options: LifetimeOptions): Partial<Lifetimes> => {
  const { accessToken, refreshIdle, refreshEnd, refreshGrace } = options;
  return {
    ...(accessToken !== undefined && { accessTokenSeconds: accessToken }),
    ...(refreshIdle !== undefined && { refreshIdleSeconds: refreshIdle }),
    ...(refreshEnd !== undefined && { refreshAbsoluteSeconds: refreshEnd === 'never' ? null : refreshEnd }),
    ...(refreshGrace !== undefined && { refreshGraceSeconds: refreshGrace }),
  };
};
