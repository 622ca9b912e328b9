import type { Command } from 'commander';
import { z } from 'zod';
import { personFields } from '#contract';
import { type CommandContext, CommandError, type OpenDatabase, printNote, withDatabase } from '../command-line.ts';
import { commandActor } from '../database/audit-log.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { lockPerson } from '../database/lock-person.ts';
import type { NotifyFactorChange } from '../database/second-factors.ts';
import { allowPassword } from './identities/store.ts';
import type { Invitations } from './invitations.ts';
import { type PersonDraft, type PersonRow, personDraft } from './representation.ts';
import type { PersonStore } from './store.ts';

export type PeopleCommandDependencies = {
  people: PersonStore;
  open: OpenDatabase;
  hashPassword(password: string): Promise<string>;
  /** Revokes all of a person's sessions and grants. */
  revokeAccess(writes: WriteTransaction, personId: string): Promise<void>;
  /** Creates the functions that store invitations and reset links: see invitations.ts. */
  createInvitations(database: Database): Invitations;
  notifyFactorChange: NotifyFactorChange;
  /** Returns API_PUBLIC_URL. */
  getApiUrl(): string;
  clock: () => number;
  context: Pick<CommandContext, 'stdin'>;
};

/** A person as the commands print them. */
export type PersonOutput = ReturnType<typeof toPersonOutput>;

export const toPersonOutput = (row: PersonRow) => ({ id: row.id, ...personDraft(row) });

/**
 * Changes the given fields of a person, and the password hash if one is given. Warns if no enabled administrator with a
 * password is left, because then the command line can be the only way to restore access.
 * @throws CommandError if a field is invalid, the email is unknown or the new email is taken
 */
export const changePerson = async (
  { people, open, revokeAccess, clock }: Pick<PeopleCommandDependencies, 'people' | 'open' | 'revokeAccess' | 'clock'>,
  command: Command,
  email: string,
  draft: Partial<PersonDraft>,
  passwordHash: string | null = null,
): Promise<PersonOutput> => {
  requireValidPerson(draft);
  const { person, hasAdministrator } = await withDatabase(open, database =>
    database.transaction(async writes => {
      const found = await requirePerson(people, writes, email);
      if (draft.email !== undefined) await requireUnusedEmail(people, writes, draft.email, found.id);
      if (draft.disabled || passwordHash !== null) await revokeAccess(writes, found.id);
      if (passwordHash !== null) await allowPassword(writes, found);
      const actor = commandActor(clock());
      const row = await people.update(writes, found, { ...personDraft(found), ...draft }, passwordHash, actor);
      return { person: toPersonOutput(row), hasAdministrator: await people.hasAdministrator(writes) };
    }),
  );
  if (!hasAdministrator) printNote(command, noAdministratorWarning);
  return person;
};

const noAdministratorWarning =
  'This desk has no enabled administrator with a password. Run "desk people set-role <email> admin", "desk people enable <email>" or "desk people set-password <email>".';

/** Rejects an email that belongs to a person other than `id`. @throws CommandError */
export const requireUnusedEmail = async (
  people: PersonStore,
  writes: WriteTransaction,
  email: string,
  id?: string,
): Promise<void> => {
  const owner = await people.findByEmail(writes, email);
  if (owner === null || owner.id === id) return;
  throw new CommandError(`${email} is already in use; run "desk people list" to see all people.`);
};

/** Finds a person by email, and locks the person until the transaction ends. @throws CommandError */
export const requirePerson = async (
  people: PersonStore,
  writes: WriteTransaction,
  email: string,
): Promise<PersonRow> => {
  const named = await people.findPersonByEmail(writes, email);
  if (named !== null) await lockPerson(writes, named.id);
  // Reads the person again: another change may have held the lock.
  const found = named && (await people.findPersonByEmail(writes, email));
  if (found === null)
    throw new CommandError(`No person has the email ${email}; run "desk people list" to see all people.`);
  return found;
};

const fields = z.strictObject(personFields).partial();

/** Validates fields against the contract. @throws CommandError listing each invalid field */
export const requireValidPerson = (draft: Partial<PersonDraft>): void => {
  const { error } = fields.safeParse(draft);
  if (error === undefined) return;
  throw new CommandError(error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('; '));
};
