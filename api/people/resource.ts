import type { FieldError } from '#contract/errors';
import type { Queries, Writes } from '../database/database.ts';
import { fieldError, invalid } from '../http/errors.ts';
import type { Change, Resource } from '../http/route.ts';
import { type PersonDraft, type PersonRow, personDraft, showPerson } from './shape.ts';
import * as people from './store.ts';

/** What the people need from outside their room. */
export type Needs = {
  publicUrl: string;
  /** Turns a password into what may be stored. */
  hashPassword(password: string): Promise<string>;
  /** Whether a password is the person's own; tries are limited by person. @throws ApiError 429 */
  provePassword(personId: string, password: string): Promise<boolean>;
  /** Ends everything a person is signed in with. */
  endAccess(writes: Writes, personId: string): Promise<void>;
  /** The same but for one grant; false when that has ended meanwhile. */
  endOtherAccess(writes: Writes, personId: string, grantId: string): Promise<boolean>;
};

/** A person as the pipeline sees it. */
export const personResource = ({ publicUrl, hashPassword }: Needs): Resource<PersonRow, PersonDraft> => ({
  name: 'person',
  parameter: 'person_id',
  find: (queries, { person_id = '' }) => people.findPerson(queries, person_id),
  isGone: async () => false,
  draft: personDraft,
  show: showPerson(publicUrl),
  check: (queries, { email }, { address }) => emailTaken(queries, email, address['person_id']),
  prepare: async draft =>
    draft.password === undefined ? draft : { ...draft, password: await hashPassword(draft.password) },
});

/** Stores another draft, in which the password is hashed already. @throws ApiError 422 for an address somebody has */
export const storeDraft = async (
  writes: Writes,
  row: PersonRow,
  { password, ...draft }: PersonDraft,
  { now }: Change,
): Promise<PersonRow> => {
  await requireFreeEmail(writes, draft.email, row.id);
  return people.updatePerson(writes, row, draft, password ?? null, now);
};

/** The complaint about an address that somebody else has. */
export const emailTaken = async (queries: Queries, email: string | undefined, id?: string): Promise<FieldError[]> => {
  const holder = email === undefined ? null : await people.findPersonByEmail(queries, email);
  if (holder === null || holder.id === id) return [];
  return [fieldError('email', 'duplicate', 'is already the address of somebody')];
};

/** Asked again in the transaction: of two who want an address at once, the second hears the same as one who comes later. */
export const requireFreeEmail = async (writes: Writes, email: string, id?: string): Promise<void> => {
  const errors = await emailTaken(writes, email, id);
  if (errors.length > 0) throw invalid(errors);
};
