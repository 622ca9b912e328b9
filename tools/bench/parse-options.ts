import { InvalidArgumentError } from 'commander';
import { createIntegerArgumentParser } from '../integer-argument.ts';

/** Parses a duration. @throws InvalidArgumentError */
export function parseSecondsOption(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 60) return seconds;
  throw new InvalidArgumentError('Must be a number of seconds, at most 60.');
}

/** Parses the number of tickets of a desk. */
export const parseTicketsOption = createIntegerArgumentParser(1000, 10_000_000);
