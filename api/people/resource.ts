import type { FieldError } from '#contract/errors';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { NotifyFactorChange } from '../database/second-factors.ts';
import { getActor } from '../http/actor.ts';
import { ApiError, fieldError, requireNoErrors } from '../http/errors.ts';
import type { Resource, WriteContext } from '../http/route.ts';
import type { Invitations } from './invitations.ts';
import { isAdministrator, type PersonDraft, type PersonRow, personDraft, toPerson } from './representation.ts';
import type { SessionStore } from './sessions.ts';
import type { PersonStore } from './store.ts';

export type PersonDependencies = {
  people: PersonStore;
  invitations: Invitations;
  sessions: SessionStore;
  apiPublicUrl: string;
  clock: () => number;
  hashPassword(password: string): Promise<string>;
  /** Verifies a person's password; attempts are rate-limited per person. @throws ApiError 429 */
  checkOwnPassword(personId: string, password: string): Promise<boolean>;
  /** Revokes all of a person's sessions and grants. */
  revokeAccess(writes: WriteTransaction, personId: string): Promise<void>;
  notifyFactorChange: NotifyFactorChange;
  /** Revokes a person's sessions and grants, except the given grant. @returns false if that grant no longer exists */
  revokeOtherAccess(writes: WriteTransaction, personId: string, grantId: string): Promise<boolean>;
};

/** Describes people to the request pipeline. */
export const personResource = ({
  people,
  apiPublicUrl,
  hashPassword,
}: PersonDependencies): Resource<PersonRow, PersonDraft> => ({
  name: 'person',
  parameter: 'person_id',
  find: (queries, { person_id = '' }) => people.find(queries, person_id),
  isDeleted: async () => false,
  toDraft: personDraft,
  toRepresentation: toPerson(apiPublicUrl),
  validateReferences: async (queries, draft, { pathParameters: { person_id: id }, caller }) => [
    ...(id === caller.person.id ? findOwnAccountErrors(draft) : []),
    ...(await checkEmailUnique(people, queries, draft.email, id)),
  ],
  prepare: async draft =>
    draft.password === undefined ? draft : { ...draft, password: await hashPassword(draft.password) },
});

/** Returns a field error if callers disable their own account, which they could not undo. */
export const findOwnAccountErrors = ({ disabled }: Partial<PersonDraft>): FieldError[] =>
  disabled ? [fieldError('disabled', 'not_allowed', 'cannot be true for your own account')] : [];

/**
 * Updates a person; the password is already hashed.
 *
 * @throws ApiError 422 if the email is taken, 409 if no enabled administrator with a password would be left
 */
export const savePersonDraft = async (
  people: PersonStore,
  writes: WriteTransaction,
  row: PersonRow,
  { password, ...draft }: PersonDraft,
  context: WriteContext,
): Promise<PersonRow> => {
  await requireUniqueEmail(people, writes, draft.email, row.id);
  const changed = await people.update(writes, row, draft, password ?? null, getActor(context));
  // The update has locked a counter. So of two concurrent changes, the second sees the first.
  if (isAdministrator(row) && !isAdministrator(changed) && !(await people.hasAdministrator(writes)))
    throw lastAdministratorError(row);
  return changed;
};

const lastAdministratorError = ({ name }: PersonRow): ApiError =>
  new ApiError(
    'last_administrator',
    `${name} is the last enabled administrator with a password. Make someone else an administrator first.`,
    { differences: [] },
  );

/** Returns a field error if another person has this email. */
export const checkEmailUnique = async (
  people: PersonStore,
  queries: Queries,
  email: string | undefined,
  id?: string,
): Promise<FieldError[]> => {
  const owner = email === undefined ? null : await people.findByEmail(queries, email);
  if (owner === null || owner.id === id) return [];
  return [fieldError('email', 'duplicate', 'is already used by another person')];
};

/** Checks the email again in the transaction. @throws ApiError 422 for the second of two concurrent requests */
export const requireUniqueEmail = async (
  people: PersonStore,
  writes: WriteTransaction,
  email: string,
  id?: string,
): Promise<void> => {
  const errors = await checkEmailUnique(people, writes, email, id);
  requireNoErrors(errors);
};
