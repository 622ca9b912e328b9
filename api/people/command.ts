import { Command, Option } from 'commander';
import { type Role, roles } from '#contract/enums';
import { formatTable, printResult, withDatabase } from '../command-line.ts';
import { commandActor } from '../database/audit-log.ts';
import { changeCommands } from './change-commands.ts';
import {
  type PeopleCommandDependencies,
  requireUnusedEmail,
  requireValidPerson,
  toPersonOutput,
} from './change-person.ts';
import { resetFactorsCommand } from './factor-commands.ts';
import { linkCommands } from './link-commands.ts';
import {
  type PasswordOptions,
  printWithPassword,
  readOrGeneratePassword,
  withPasswordOptions,
} from './password-option.ts';

/** `desk people …`: manages accounts and roles. */
export const peopleCommand = (dependencies: PeopleCommandDependencies): Command => {
  const command = new Command('people')
    .description('manage accounts and roles')
    .addCommand(addCommand(dependencies))
    .addCommand(listCommand(dependencies))
    .addCommand(resetFactorsCommand(dependencies));
  for (const each of [...changeCommands(dependencies), ...linkCommands(dependencies)]) command.addCommand(each);
  return command;
};

type AddOptions = PasswordOptions & { name: string; role: Role };

const addCommand = ({ people, open, hashPassword, clock, context }: PeopleCommandDependencies): Command =>
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
          await requireUnusedEmail(people, writes, email);
          return toPersonOutput(await people.insert(writes, draft, hash, commandActor(clock())));
        }),
      );
      printWithPassword(command, person, `Added ${person.name} <${person.email}> as ${person.role}.`, chosen);
    });

const listCommand = ({ people, open }: PeopleCommandDependencies): Command =>
  new Command('list')
    .description('list all people')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const listedPeople = (await withDatabase(open, ({ read }) => people.findAll(read))).map(toPersonOutput);
      const rows = listedPeople.map(({ id, email, name, role, disabled }) => [
        id,
        email,
        name,
        role,
        disabled ? 'disabled' : '',
      ]);
      printResult(command, listedPeople, formatTable(['ID', 'EMAIL', 'NAME', 'ROLE', ''], rows));
    });
