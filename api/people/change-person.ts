import type { Command } from 'commander';
import { z } from 'zod';
import { personFields } from '#contract';
import { CommandError, type OpenDatabase, remark, type Surroundings, withDatabase } from '../command-line.ts';
import type { Writes } from '../database/database.ts';
import { type PersonDraft, type PersonRow, personDraft } from './shape.ts';
import { findPersonByEmail, hasAdministrator, updatePerson } from './store.ts';

/** What the commands need from outside their room. */
export type Needs = {
  open: OpenDatabase;
  hashPassword(password: string): Promise<string>;
  /** Ends everything a person is signed in with. */
  endAccess(writes: Writes, personId: string): Promise<void>;
  clock: () => number;
  surroundings: Pick<Surroundings, 'stdin'>;
};

/** Somebody as the commands show them. */
export type ShownPerson = ReturnType<typeof shownPerson>;

export const shownPerson = (row: PersonRow) => ({ id: row.id, ...personDraft(row) });

/**
 * Changes what is named of somebody. The command line is the way back in, so it may take the last administrator away, and
 * then only warns. @throws CommandError when nobody has the address, or somebody else has the new one
 */
export const changePerson = async (
  { open, endAccess, clock }: Pick<Needs, 'open' | 'endAccess' | 'clock'>,
  command: Command,
  email: string,
  draft: Partial<PersonDraft>,
  passwordHash: string | null = null,
): Promise<ShownPerson> => {
  requireValid(draft);
  const { person, isAdministered } = await withDatabase(open, database =>
    database.transaction(async writes => {
      const found = await findOrExplain(writes, email);
      if (draft.email !== undefined) await requireFree(writes, draft.email, found.id);
      if (draft.disabled || passwordHash !== null) await endAccess(writes, found.id);
      const row = await updatePerson(writes, found, { ...personDraft(found), ...draft }, passwordHash, clock());
      return { person: shownPerson(row), isAdministered: await hasAdministrator(writes) };
    }),
  );
  if (!isAdministered) remark(command, nobodyLeft);
  return person;
};

const nobodyLeft =
  'Nobody can administer this desk now: "desk people set-role <email> admin", "enable" and "set-password" let somebody again.';

/** Refuses an address that somebody has, but for the one whose id is given. @throws CommandError */
export const requireFree = async (writes: Writes, email: string, id?: string): Promise<void> => {
  const holder = await findPersonByEmail(writes, email);
  if (holder === null || holder.id === id) return;
  throw new CommandError(`${email} is there already; "desk people list" shows everybody.`);
};

const findOrExplain = async (writes: Writes, email: string): Promise<PersonRow> => {
  const found = await findPersonByEmail(writes, email);
  if (found === null) throw new CommandError(`Nobody has the address ${email}; "desk people list" shows everybody.`);
  return found;
};

const fields = z.strictObject(personFields).partial();

/** Refuses members that are not as the contract has them. @throws CommandError naming each that is wrong */
export const requireValid = (draft: Partial<PersonDraft>): void => {
  const { error } = fields.safeParse(draft);
  if (error === undefined) return;
  throw new CommandError(error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('; '));
};
