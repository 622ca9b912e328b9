import { CommandError } from '../../command-line.ts';

const most = 1_000_000;

/** Requests a minute, of a command line, or as many as the desk gives. @throws CommandError */
export const readRateLimit = (text: string): number | 'default' => {
  if (text === 'default') return text;
  const limit = /^[0-9]{1,7}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  throw new CommandError(
    `A rate limit is a whole number of requests a minute, from 1 to ${most.toLocaleString('en')}, or "default".`,
  );
};
