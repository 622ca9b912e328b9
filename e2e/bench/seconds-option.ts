import { InvalidArgumentError } from 'commander';

/** Reads how long something is measured. @throws InvalidArgumentError */
export function readSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 60) return seconds;
  throw new InvalidArgumentError('It is a number of seconds, 60 at most.');
}
