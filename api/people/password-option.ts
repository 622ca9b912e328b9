import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { maxPasswordLength, minPasswordLength } from '#contract/people';
import { CommandError, type Surroundings, say } from '../command-line.ts';

/** How a command was told a password, if at all. */
export type PasswordOptions = { password?: string; passwordStdin?: true };

/** A password, and whether it was made up here, so that somebody has to be told. */
export type ChosenPassword = { password: string; madeUp: boolean };

const least = `at least ${minPasswordLength} characters`;

/** Adds the ways to tell a password; with none of them one is made up and printed. */
export const withPasswordOptions = (command: Command): Command =>
  command
    .option('--password-stdin', `read the password from a pipe, ${least}; without it one is made up and printed`)
    .addOption(
      new Option(
        '--password <password>',
        `the same, ${least}, but "ps" and the history of the shell show it: prefer --password-stdin`,
      ).conflicts('passwordStdin'),
    );

/** The password to set. @throws CommandError when it is too short, or nothing is piped in */
export const choosePassword = async (
  options: PasswordOptions,
  surroundings: Pick<Surroundings, 'stdin'>,
): Promise<ChosenPassword> => {
  const password = options.passwordStdin ? await readPiped(surroundings) : options.password;
  if (password === undefined) return { password: randomBytes(12).toString('base64url'), madeUp: true };
  const { length } = [...password];
  if (length >= minPasswordLength && length <= maxPasswordLength) return { password, madeUp: false };
  throw new CommandError(`A password has ${least}, and ${maxPasswordLength} at most.`);
};

/** What was piped in, without the line's end that "echo" and editors add. */
const readPiped = async ({ stdin }: Pick<Surroundings, 'stdin'>): Promise<string> => {
  if (stdin.isTTY) {
    throw new CommandError('--password-stdin reads a pipe or a file: end the command with "< password.txt", say.');
  }
  return (await text(stdin)).replace(/\r?\n$/, '');
};

/** Says what was done for somebody, and this once the password that was made up for them. */
export const sayWithPassword = (command: Command, person: object, line: string, chosen: ChosenPassword): void => {
  const { password, madeUp } = chosen;
  say(command, madeUp ? { ...person, password } : person, madeUp ? [line, `Password: ${password}`] : [line]);
};
