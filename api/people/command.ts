import { Command, Option } from 'commander';
import { type Role, roles } from '#contract/vocabulary';
import { say, table, withDatabase } from '../command-line.ts';
import { changeCommands } from './change-commands.ts';
import { type Needs, requireFree, requireValid, shownPerson } from './change-person.ts';
import { choosePassword, type PasswordOptions, sayWithPassword, withPasswordOptions } from './password-option.ts';
import { insertPerson, listAllPeople } from './store.ts';

/** `desk people …`: who may sign in, and as what. */
export const peopleCommand = (needs: Needs): Command => {
  const people = new Command('people')
    .description('who may sign in, and as what')
    .addCommand(addCommand(needs))
    .addCommand(listCommand(needs));
  for (const command of changeCommands(needs)) people.addCommand(command);
  return people;
};

type AddOptions = PasswordOptions & { name: string; role: Role };

const addCommand = ({ open, hashPassword, clock, surroundings }: Needs): Command =>
  withPasswordOptions(
    new Command('add')
      .argument('<email>')
      .description('let somebody sign in')
      .requiredOption('--name <name>', 'how the person is called')
      .addOption(
        new Option('--role <role>', 'a viewer reads, an agent works on tickets, an admin does everything')
          .choices(roles)
          .default('agent'),
      ),
  )
    .option('--json', 'print JSON')
    .action(async (email: string, options: AddOptions, command: Command) => {
      const draft = { email, name: options.name, role: options.role, disabled: false };
      requireValid(draft);
      const chosen = await choosePassword(options, surroundings);
      const hash = await hashPassword(chosen.password);
      const person = await withDatabase(open, database =>
        database.transaction(async writes => {
          await requireFree(writes, email);
          return shownPerson(await insertPerson(writes, draft, hash, clock()));
        }),
      );
      sayWithPassword(command, person, `Added ${person.name} <${person.email}> as ${person.role}.`, chosen);
    });

const listCommand = ({ open }: Needs): Command =>
  new Command('list')
    .description('show everybody')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const everybody = (await withDatabase(open, ({ read }) => listAllPeople(read))).map(shownPerson);
      const rows = everybody.map(({ id, email, name, role, disabled }) => [
        id,
        email,
        name,
        role,
        disabled ? 'disabled' : '',
      ]);
      say(command, everybody, table(['ID', 'EMAIL', 'NAME', 'ROLE', ''], rows));
    });
