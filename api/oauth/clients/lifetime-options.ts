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

/** Adds the options that say how long what a client is given lasts; a new client's help tells what it has without them. */
export const withLifetimeOptions = (command: Command, usual: (text: string) => string): Command =>
  command
    .option(
      '--access-token <duration>',
      `how long an access token is good${usual(words('accessTokenSeconds'))}`,
      read('accessTokenSeconds'),
    )
    .option(
      '--refresh-idle <duration>',
      `how long a refresh token is good that nobody uses; each use begins anew${usual(words('refreshIdleSeconds'))}`,
      read('refreshIdleSeconds'),
    )
    .option(
      '--refresh-end <duration>',
      `how long after the sign-in refresh tokens end for good, or "never"${usual(words('refreshAbsoluteSeconds'))}`,
      text => (text === 'never' ? text : read('refreshAbsoluteSeconds', ', or "never"')(text)),
    )
    .option(
      '--refresh-grace <duration>',
      `how long a used refresh token yields the same tokens once more, should the answer be lost; after it, using it twice ends the sign-in${usual(words('refreshGraceSeconds'))}`,
      read('refreshGraceSeconds'),
    );

const words = (name: keyof Lifetimes): string => {
  const seconds = usualLifetimes[name];
  return seconds === null ? 'never' : formatDuration(seconds);
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
