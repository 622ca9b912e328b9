import { InvalidArgumentError } from 'commander';

/** Reads how long something is measured. @throws InvalidArgumentError */
export function readSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 60) return seconds;
  throw new InvalidArgumentError('It is a number of seconds, 60 at most.');
}

/** Reads a whole number. What it returns throws InvalidArgumentError. */
export const readWhole =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most.toLocaleString('en')}.`);
  };

/** Reads how many tickets a desk has. */
export const readTickets = readWhole(1000, 10_000_000);
