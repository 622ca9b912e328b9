import { formatDuration, parseDuration } from '#contract/duration';
import { CommandError } from '../../command-line.ts';

/** Creates a parser of durations from `min` to `max` seconds. Its CommandError also shows `alternative`. */
export const createDurationParser =
  ({ min, max }: { min: number; max: number }, alternative = '') =>
  (text: string): number => {
    const seconds = parseDuration(text);
    if (seconds !== null && seconds >= min && seconds <= max) return seconds;
    throw new CommandError(
      `Invalid duration "${text}": use ${formatDuration(min)} to ${formatDuration(max)}${alternative}, written like 90s, 10m, 8h or 30d.`,
    );
  };
