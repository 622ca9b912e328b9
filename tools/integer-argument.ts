import { InvalidArgumentError } from 'commander';

/** Creates a parser of whole numbers. It throws InvalidArgumentError; commander adds the option to the message. */
export const createIntegerArgumentParser =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max.toLocaleString('en')}.`);
  };
