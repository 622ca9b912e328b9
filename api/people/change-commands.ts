import { Command } from 'commander';
import { roles } from '#contract/vocabulary';
import { CommandError, say } from '../command-line.ts';
import { changePerson, type Needs, type ShownPerson } from './change-person.ts';
import { choosePassword, type PasswordOptions, sayWithPassword, withPasswordOptions } from './password-option.ts';
import type { PersonDraft } from './shape.ts';

/** The commands of `desk people` that change one thing about somebody. */
export const changeCommands = (needs: Needs): Command[] => [
  setting(needs, 'disable', 'end somebody’s access at once; "enable" lets them in again', {
    change: () => ({ disabled: true }),
    words: ({ email }) => `${email} can no longer sign in, and is signed out everywhere.`,
  }),
  setting(needs, 'enable', 'let somebody in again, with the role and the password they had', {
    change: () => ({ disabled: false }),
    words: ({ email, role }) => `${email} can sign in again, as ${role}.`,
  }),
  setting(needs, 'set-name', 'call somebody otherwise from now on; what they wrote keeps their name of then', {
    argument: '<name>',
    change: name => ({ name }),
    words: ({ email, name }) => `${email} is now called ${name}.`,
  }),
  setting(needs, 'set-email', 'give somebody another address to sign in with', {
    argument: '<new_email>',
    change: email => ({ email }),
    words: ({ email }, before) => `${before} now signs in as ${email}.`,
  }),
  setting(needs, 'set-role', `make somebody ${roles.join(', ')}; it holds from their next request on`, {
    argument: '<role>',
    change: role => ({ role: readRole(role) }),
    words: ({ email, role, disabled }) =>
      `${email} is now ${role}${disabled ? ', and still disabled: "enable" lets them in' : ''}.`,
  }),
  setPasswordCommand(needs),
];

type Setting = {
  /** What it is set to, when the command has to be told. */
  argument?: string;
  change(value: string): Partial<PersonDraft>;
  /** What to say of the person, who had the address `before`. */
  words(person: ShownPerson, before: string): string;
};

const setting = (needs: Needs, verb: string, description: string, { argument, change, words }: Setting): Command => {
  const command = new Command(verb).argument('<email>').description(description).option('--json', 'print JSON');
  if (argument !== undefined) command.argument(argument);
  return command.action(async () => {
    const [email = '', value = ''] = command.args;
    const person = await changePerson(needs, command, email, change(value));
    say(command, person, [words(person, email)]);
  });
};

const readRole = (text: string) => {
  const known = roles.find(each => each === text);
  if (known !== undefined) return known;
  throw new CommandError(`There is no role "${text}"; these are: ${roles.join(', ')}.`);
};

const setPasswordCommand = (needs: Needs): Command =>
  withPasswordOptions(
    new Command('set-password')
      .argument('<email>')
      .description('set a new password and sign the person out everywhere'),
  )
    .option('--json', 'print JSON')
    .action(async (email: string, options: PasswordOptions, command: Command) => {
      const chosen = await choosePassword(options, needs.surroundings);
      const person = await changePerson(needs, command, email, {}, await needs.hashPassword(chosen.password));
      sayWithPassword(command, person, `${person.email} has a new password.`, chosen);
    });
