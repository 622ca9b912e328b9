import { isDeepStrictEqual } from 'node:util';
import { getMe, updateMe } from '#contract';
import type { FieldError } from '#contract/errors';
import { invalidTokenError } from '../http/authenticate.ts';
import { fieldError, requireNoErrors } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import type { Resource, Route } from '../http/route.ts';
import { itemRoute } from '../http/serve-item.ts';
import { updateRoute } from '../http/serve-update.ts';
import { type OwnDraft, type PersonRow, personDraft } from './representation.ts';
import {
  checkEmailUnique,
  findOwnAccountErrors,
  type PersonDependencies,
  personResource,
  savePersonDraft,
} from './resource.ts';

/** The routes of /people/me, the person whose token is used. */
export const meRoutes = (dependencies: PersonDependencies): Route[] => {
  const { people, revokeOtherAccess } = dependencies;
  const person = personResource(dependencies);
  const me: Resource<OwnRow, OwnDraft> = {
    ...person,
    find: async (queries, _pathParameters, caller) => withReader(await people.find(queries, caller.person.id)),
    validateReferences: async (queries, { current_password, password: _, ...draft }, { caller }) => [
      ...findOwnDraftErrors(await people.find(queries, caller.person.id), draft),
      ...(await checkEmailUnique(people, queries, draft.email, caller.person.id)),
      ...(await findPasswordErrors(dependencies, current_password, caller)),
    ],
  };
  return [
    itemRoute(getMe, me),
    updateRoute(updateMe, me, async (writes, row, { current_password: _, ...draft }, change) => {
      // Checks again: an administrator may have changed a field that the body repeats.
      const errors = findOwnDraftErrors(row, draft);
      requireNoErrors(errors);
      if (draft.password !== undefined) {
        const { grantId } = change.caller;
        // If another password was set during the check, the caller's access was revoked.
        if (!(await revokeOtherAccess(writes, row.id, grantId))) throw invalidTokenError();
      }
      return withReader(await savePersonDraft(people, writes, row, draft, change));
    }),
  ];
};

/** A row with its reader, which is part of the ETag. This URL returns a different person to each caller. */
type OwnRow = PersonRow & { reader: string };

const withReader = <Row extends PersonRow | null>(row: Row) => row && { ...row, reader: row.id };

/**
 * Returns errors for changed fields that the caller may not edit. Administrators may not disable themselves; all other
 * people may change only their password. Unchanged fields may be repeated.
 */
const findOwnDraftErrors = (row: PersonRow | null, draft: Partial<OwnDraft>): FieldError[] => {
  const ownDraft = row === null ? null : personDraft(row);
  if (ownDraft === null) return [];
  if (ownDraft.role === 'admin') return findOwnAccountErrors(draft);
  const stored = new Map<string, unknown>(Object.entries(ownDraft));
  return Object.entries(draft)
    .filter(([name, value]) => stored.has(name) && !isDeepStrictEqual(value, stored.get(name)))
    .map(([name]) => fieldError(name, 'read_only', 'can only be changed by an administrator'));
};

const findPasswordErrors = async (
  { checkOwnPassword }: PersonDependencies,
  password: string | undefined,
  { person }: Principal,
): Promise<FieldError[]> => {
  if (password === undefined || (await checkOwnPassword(person.id, password))) return [];
  return [fieldError('current_password', 'not_allowed', 'is not your current password')];
};
