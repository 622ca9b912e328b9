import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { maxPasswordLength, minPasswordLength } from '#contract/people';
import { type CommandContext, CommandError, printResult } from '../command-line.ts';

/** The parsed password options of a command. */
export type PasswordOptions = { password?: string; passwordStdin?: true };

/** A password; a generated password must be printed. */
export type ChosenPassword = { password: string; isGenerated: boolean };

const lengthRule = `at least ${minPasswordLength} characters`;

/** Adds the password options; by default a password is generated and printed. */
export const withPasswordOptions = (command: Command): Command =>
  command
    .option(
      '--password-stdin',
      `read the password from stdin, ${lengthRule}; without a password option, a password is generated and printed`,
    )
    .addOption(
      new Option(
        '--password <password>',
        `the password, ${lengthRule}; visible in "ps" and the shell history, so prefer --password-stdin`,
      ).conflicts('passwordStdin'),
    );

/** Reads or generates the password to set. @throws CommandError if its length is invalid or stdin is a terminal */
export const readOrGeneratePassword = async (
  options: PasswordOptions,
  context: Pick<CommandContext, 'stdin'>,
): Promise<ChosenPassword> => {
  const password = options.passwordStdin ? await readStdin(context) : options.password;
  if (password === undefined) return { password: randomBytes(12).toString('base64url'), isGenerated: true };
  const { length } = [...password];
  if (length >= minPasswordLength && length <= maxPasswordLength) return { password, isGenerated: false };
  throw new CommandError(`A password must have ${lengthRule} and at most ${maxPasswordLength}.`);
};

/** Reads stdin without the final line break that "echo" and editors add. */
const readStdin = async ({ stdin }: Pick<CommandContext, 'stdin'>): Promise<string> => {
  if (stdin.isTTY) {
    throw new CommandError('--password-stdin needs a pipe or a file, for example "< password.txt".');
  }
  return (await text(stdin)).replace(/\r?\n$/, '');
};

/** Prints the outcome, and the password if it was generated. */
export const printWithPassword = (command: Command, person: object, line: string, chosen: ChosenPassword): void => {
  const { password, isGenerated } = chosen;
  printResult(
    command,
    isGenerated ? { ...person, password } : person,
    isGenerated ? [line, `Password: ${password}`] : [line],
  );
};
