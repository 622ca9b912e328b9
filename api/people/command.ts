import { Command, Option } from 'commander';
import { type Role, roles } from '#contract/enums';
import { formatTable, printResult, withDatabase } from '../command-line.ts';
import { changeCommands } from './change-commands.ts';
import {
  type PeopleCommandDependencies,
  requireUnusedEmail,
  requireValidPerson,
  toPersonOutput,
} from './change-person.ts';
import {
  type PasswordOptions,
  printWithPassword,
  readOrGeneratePassword,
  withPasswordOptions,
} from './password-option.ts';
import { insertPerson, listAllPeople } from './store.ts';

/** `desk people …`: manages accounts and roles. */
export const peopleCommand = (needs: PeopleCommandDependencies): Command => {
  const people = new Command('people')
    .description('manage accounts and roles')
    .addCommand(addCommand(needs))
    .addCommand(listCommand(needs));
  for (const command of changeCommands(needs)) people.addCommand(command);
  return people;
};

type AddOptions = PasswordOptions & { name: string; role: Role };

const addCommand = ({ open, hashPassword, clock, context }: PeopleCommandDependencies): Command =>
  withPasswordOptions(
    new Command('add')
      .argument('<email>')
      .description('add a person who can sign in')
      .requiredOption('--name <name>', 'the name of the person')
      .addOption(
        new Option('--role <role>', 'viewers read, agents work on tickets, admins manage everything')
          .choices(roles)
          .default('agent'),
      ),
  )
    .option('--json', 'print JSON')
    .action(async (email: string, options: AddOptions, command: Command) => {
      const draft = { email, name: options.name, role: options.role, disabled: false };
      requireValidPerson(draft);
      const chosen = await readOrGeneratePassword(options, context);
      const hash = await hashPassword(chosen.password);
      const person = await withDatabase(open, database =>
        database.transaction(async writes => {
          await requireUnusedEmail(writes, email);
          return toPersonOutput(await insertPerson(writes, draft, hash, clock()));
        }),
      );
      printWithPassword(command, person, `Added ${person.name} <${person.email}> as ${person.role}.`, chosen);
    });

const listCommand = ({ open }: PeopleCommandDependencies): Command =>
  new Command('list')
    .description('list all people')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const all = (await withDatabase(open, ({ read }) => listAllPeople(read))).map(toPersonOutput);
      const rows = all.map(({ id, email, name, role, disabled }) => [
        id,
        email,
        name,
        role,
        disabled ? 'disabled' : '',
      ]);
      printResult(command, all, formatTable(['ID', 'EMAIL', 'NAME', 'ROLE', ''], rows));
    });
