import { randomBytes } from 'node:crypto';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { personFields } from '#contract';
import { minPasswordLength } from '#contract/people';
import { type Role, roles } from '#contract/vocabulary';
import { CommandError, type OpenDatabase, say, table, withDatabase } from '../command-line.ts';
import type { Writes } from '../database/database.ts';
import { type PersonDraft, type PersonRow, personDraft } from './shape.ts';
import { findPersonByEmail, insertPerson, listAllPeople, updatePerson } from './store.ts';

/** What the command needs from outside its room. */
type Needs = {
  open: OpenDatabase;
  hashPassword(password: string): Promise<string>;
  /** Ends everything a person is signed in with. */
  endAccess(writes: Writes, personId: string): Promise<void>;
  clock: () => number;
};

/** `desk people …`: who may sign in, and as what. */
export const peopleCommand = ({ open, hashPassword, endAccess, clock }: Needs): Command => {
  const people = new Command('people').description('who may sign in, and as what');

  const change = (email: string, draft: Partial<PersonDraft>, passwordHash: string | null = null) =>
    withDatabase(open, async database => {
      const row = await database.transaction(async writes => {
        const found = await findOrExplain(writes, email);
        if (draft.disabled || passwordHash !== null) await endAccess(writes, found.id);
        return updatePerson(writes, found, { ...personDraft(found), ...draft }, passwordHash, clock());
      });
      return shown(row);
    });

  people
    .command('add <email>')
    .description('let somebody sign in')
    .requiredOption('--name <name>', 'how the person is called')
    .addOption(new Option('--role <role>', 'what the person may do').choices(roles).default('agent'))
    .option('--password <password>', `at least ${minPasswordLength} characters; made up and printed when left out`)
    .option('--json', 'print JSON')
    .action(async (email: string, options: { name: string; role: Role; password?: string }, command: Command) => {
      const draft = parseDraft({ email, name: options.name, role: options.role, disabled: false });
      const { password, given } = choosePassword(options.password);
      const hash = await hashPassword(password);
      const person = await withDatabase(open, database =>
        database.transaction(async writes => {
          if ((await findPersonByEmail(writes, email)) !== null) {
            throw new CommandError(`${email} is there already; "desk people list" shows everybody.`);
          }
          return shown(await insertPerson(writes, draft, hash, clock()));
        }),
      );
      const lines = [`Added ${person.name} <${person.email}> as ${person.role}.`];
      say(command, given ? person : { ...person, password }, given ? lines : [...lines, `Password: ${password}`]);
    });

  people
    .command('list')
    .description('show everybody')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const everybody = (await withDatabase(open, ({ read }) => listAllPeople(read))).map(shown);
      const rows = everybody.map(({ id, email, name, role, disabled }) => [
        id,
        email,
        name,
        role,
        disabled ? 'disabled' : '',
      ]);
      say(command, everybody, table(['ID', 'EMAIL', 'NAME', 'ROLE', ''], rows));
    });

  people
    .command('disable <email>')
    .description('end somebody’s access at once; "set-role" lets them in again')
    .option('--json', 'print JSON')
    .action(async (email: string, _options: unknown, command: Command) => {
      const person = await change(email, { disabled: true });
      say(command, person, [`${person.email} can no longer sign in, and is signed out everywhere.`]);
    });

  people
    .command('set-password <email>')
    .description('set a new password and sign the person out everywhere')
    .option('--password <password>', `at least ${minPasswordLength} characters; made up and printed when left out`)
    .option('--json', 'print JSON')
    .action(async (email: string, options: { password?: string }, command: Command) => {
      const { password, given } = choosePassword(options.password);
      const person = await change(email, {}, await hashPassword(password));
      const lines = [`${person.email} has a new password.`];
      say(command, given ? person : { ...person, password }, given ? lines : [...lines, `Password: ${password}`]);
    });

  people
    .command('set-role <email> <role>')
    .description(`make somebody ${roles.join(', ')}; enables a disabled person again`)
    .option('--json', 'print JSON')
    .action(async (email: string, role: string, _options: unknown, command: Command) => {
      const known = roles.find(each => each === role);
      if (known === undefined) throw new CommandError(`There is no role "${role}"; these are: ${roles.join(', ')}.`);
      const person = await change(email, { role: known, disabled: false });
      say(command, person, [`${person.email} is now ${person.role}.`]);
    });

  return people;
};

const findOrExplain = async (writes: Writes, email: string): Promise<PersonRow> => {
  const found = await findPersonByEmail(writes, email);
  if (found === null) throw new CommandError(`Nobody has the address ${email}; "desk people list" shows everybody.`);
  return found;
};

const shown = (row: PersonRow) => ({ id: row.id, ...personDraft(row) });

const parseDraft = (draft: PersonDraft): PersonDraft => {
  const parsed = z.strictObject(personFields).safeParse(draft);
  if (parsed.success) return parsed.data;
  throw new CommandError(parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('; '));
};

const choosePassword = (password: string | undefined): { password: string; given: boolean } => {
  if (password === undefined) return { password: randomBytes(12).toString('base64url'), given: false };
  if ([...password].length >= minPasswordLength) return { password, given: true };
  throw new CommandError(`A password has at least ${minPasswordLength} characters.`);
};
