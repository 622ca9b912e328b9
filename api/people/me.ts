import { isDeepStrictEqual } from 'node:util';
import { getMe, updateMe } from '#contract';
import type { FieldError } from '#contract/errors';
import type { Queries } from '../database/database.ts';
import { invalidToken } from '../http/authenticate.ts';
import { fieldError } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';
import type { Resource, Route } from '../http/route.ts';
import { itemRoute } from '../http/serve-item.ts';
import { updateRoute } from '../http/serve-update.ts';
import { emailTaken, type Needs, personResource, storeDraft } from './resource.ts';
import { type OwnDraft, type PersonRow, personDraft } from './shape.ts';
import { findPerson } from './store.ts';

/** The operations on the person the token speaks for. */
export const meRoutes = (needs: Needs): Route[] => {
  const person = personResource(needs);
  const me: Resource<PersonRow, OwnDraft> = {
    ...person,
    find: (queries, _address, caller) => findPerson(queries, caller.person.id),
    check: async (queries, { current_password, password: _, ...draft }, { caller, request }) => [
      ...(await notTheirs(queries, draft, caller)),
      ...(await emailTaken(queries, draft.email, caller.person.id)),
      ...(await wrongPassword(needs, current_password, caller, request.ip ?? '')),
    ],
  };
  return [
    itemRoute(getMe, me),
    updateRoute(updateMe, me, async (writes, row, { current_password: _, ...draft }, change) => {
      if (draft.disabled) await needs.endAccess(writes, row.id);
      else if (draft.password !== undefined) {
        const { grantId } = change.caller;
        // Somebody set another password while this one was looked at, and ended the access that asks.
        if (!(await needs.endOtherAccess(writes, row.id, grantId))) throw invalidToken();
      }
      return storeDraft(writes, row, draft, change);
    }),
  ];
};

/** The complaints about members that only an administrator changes; as they are, anybody may repeat them. */
const notTheirs = async (
  queries: Queries,
  draft: Omit<Partial<OwnDraft>, 'password' | 'current_password'>,
  { person }: Principal,
): Promise<FieldError[]> => {
  const row = person.role === 'admin' ? null : await findPerson(queries, person.id);
  if (row === null) return [];
  const stored = new Map<string, unknown>(Object.entries(personDraft(row)));
  return Object.entries(draft)
    .filter(([name, value]) => stored.has(name) && !isDeepStrictEqual(value, stored.get(name)))
    .map(([name]) => fieldError(name, 'read_only', 'is for an administrator to change'));
};

const wrongPassword = async (
  { provePassword }: Needs,
  password: string | undefined,
  { person }: Principal,
  address: string,
): Promise<FieldError[]> => {
  if (password === undefined || (await provePassword(person.id, password, address))) return [];
  return [fieldError('current_password', 'not_allowed', 'is not your password')];
};
