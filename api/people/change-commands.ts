import { Command } from 'commander';
import { roles } from '#contract/enums';
import { CommandError, printResult } from '../command-line.ts';
import { changePerson, type PeopleCommandDependencies, type PersonOutput } from './change-person.ts';
import {
  type PasswordOptions,
  printWithPassword,
  readOrGeneratePassword,
  withPasswordOptions,
} from './password-option.ts';
import type { PersonDraft } from './representation.ts';

/** The commands of `desk people` that change one field of a person. */
export const changeCommands = (dependencies: PeopleCommandDependencies): Command[] => [
  setCommand(dependencies, 'disable', 'revoke a person’s access immediately; "enable" lets them sign in again', {
    change: () => ({ disabled: true }),
    message: ({ email }) => `${email} can no longer sign in and is signed out everywhere.`,
  }),
  setCommand(dependencies, 'enable', 'let a disabled person sign in again, with their previous role and password', {
    change: () => ({ disabled: false }),
    message: ({ email, role }) => `${email} can sign in again as ${role}.`,
  }),
  setCommand(dependencies, 'set-name', 'rename a person; existing messages keep the old name', {
    argument: '<name>',
    change: name => ({ name }),
    message: ({ email, name }) => `Renamed ${email} to ${name}.`,
  }),
  setCommand(dependencies, 'set-email', 'change the email that a person signs in with', {
    argument: '<new_email>',
    change: email => ({ email }),
    message: ({ email }, before) => `${before} now signs in as ${email}.`,
  }),
  setCommand(dependencies, 'set-role', `set a person’s role (${roles.join(', ')}), effective from their next request`, {
    argument: '<role>',
    change: role => ({ role: parseRole(role) }),
    message: ({ email, role, disabled }) =>
      `${email} is now ${role}${disabled ? ' but still disabled; run "desk people enable" to let them sign in' : ''}.`,
  }),
  setPasswordCommand(dependencies),
];

type FieldChange = {
  /** The name of the argument with the new value, if there is one. */
  argument?: string;
  change(value: string): Partial<PersonDraft>;
  /** Formats the output; `before` is the previous email. */
  message(person: PersonOutput, before: string): string;
};

const setCommand = (
  dependencies: PeopleCommandDependencies,
  verb: string,
  description: string,
  { argument, change, message }: FieldChange,
): Command => {
  const command = new Command(verb).argument('<email>').description(description).option('--json', 'print JSON');
  if (argument !== undefined) command.argument(argument);
  return command.action(async () => {
    const [email = '', value = ''] = command.args;
    const person = await changePerson(dependencies, command, email, change(value));
    printResult(command, person, [message(person, email)]);
  });
};

const parseRole = (text: string) => {
  const role = roles.find(each => each === text);
  if (role !== undefined) return role;
  throw new CommandError(`Unknown role "${text}"; choose from ${roles.join(', ')}.`);
};

const setPasswordCommand = (dependencies: PeopleCommandDependencies): Command =>
  withPasswordOptions(
    new Command('set-password')
      .argument('<email>')
      .description('set a new password and sign the person out everywhere'),
  )
    .option('--json', 'print JSON')
    .action(async (email: string, options: PasswordOptions, command: Command) => {
      const chosen = await readOrGeneratePassword(options, dependencies.context);
      const person = await changePerson(
        dependencies,
        command,
        email,
        {},
        await dependencies.hashPassword(chosen.password),
      );
      printWithPassword(command, person, `${person.email} has a new password.`, chosen);
    });
