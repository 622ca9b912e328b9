import { CommandError } from '../../command-line.ts';
import { formatDuration, parseDuration } from './duration.ts';

/** Reads an option such as 90s or 30d as seconds within a range; `otherwise` tells what else it may be. @throws CommandError */
export const durationReader =
  ({ least, most }: { least: number; most: number }, otherwise = '') =>
  (text: string): number => {
    const seconds = parseDuration(text);
    if (seconds !== null && seconds >= least && seconds <= most) return seconds;
    throw new CommandError(
      `"${text}" is no duration from ${formatDuration(least)} to ${formatDuration(most)}${otherwise}: write it like 90s, 10m, 8h or 30d.`,
    );
  };
