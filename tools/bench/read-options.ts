import { InvalidArgumentError } from 'commander';

/** Parses a duration. @throws InvalidArgumentError */
export function parseSecondsOption(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 60) return seconds;
  throw new InvalidArgumentError('Must be a number of seconds, at most 60.');
}

/** Creates a parser for whole numbers, which throws InvalidArgumentError. */
export const createWholeNumberParser =
  (minimum: number, maximum: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`Must be a whole number from ${minimum} to ${maximum.toLocaleString('en')}.`);
  };

/** Parses the number of tickets of a desk. */
export const parseTicketsOption = createWholeNumberParser(1000, 10_000_000);
