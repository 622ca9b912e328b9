import { InvalidArgumentError } from 'commander';

/** Creates the parser of a whole number. The parser throws InvalidArgumentError, to which commander adds the option. */
export const createIntegerArgumentParser =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max.toLocaleString('en')}.`);
  };
