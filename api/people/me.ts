import { isDeepStrictEqual } from 'node:util';
import { getMe, updateMe } from '#contract';
import type { FieldError } from '#contract/errors';
import { invalidToken } from '../http/authenticate.ts';
import { fieldError, invalid } from '../http/errors.ts';
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
  const me: Resource<OwnRow, OwnDraft> = {
    ...person,
    find: async (queries, _address, caller) => byThemselves(await findPerson(queries, caller.person.id)),
    check: async (queries, { current_password, password: _, ...draft }, { caller }) => [
      ...notTheirs(await findPerson(queries, caller.person.id), draft),
      ...(await emailTaken(queries, draft.email, caller.person.id)),
      ...(await wrongPassword(needs, current_password, caller)),
    ],
  };
  return [
    itemRoute(getMe, me),
    updateRoute(updateMe, me, async (writes, row, { current_password: _, ...draft }, change) => {
      // Asked again: an administrator may have changed, since the check, what was repeated as it was.
      const errors = notTheirs(row, draft);
      if (errors.length > 0) throw invalid(errors);
      if (draft.disabled) await needs.endAccess(writes, row.id);
      else if (draft.password !== undefined) {
        const { grantId } = change.caller;
        // Somebody set another password while this one was looked at, and ended the access that asks.
        if (!(await needs.endOtherAccess(writes, row.id, grantId))) throw invalidToken();
      }
      return byThemselves(await storeDraft(writes, row, draft, change));
    }),
  ];
};

/** At this address everyone finds somebody else: themselves. */
type OwnRow = PersonRow & { reader: string };

const byThemselves = <Row extends PersonRow | null>(row: Row) => row && { ...row, reader: row.id };

/** The complaints about members that only an administrator changes; as they are, anybody may repeat them. */
const notTheirs = (row: PersonRow | null, draft: Partial<OwnDraft>): FieldError[] => {
  const own = row === null ? null : personDraft(row);
  if (own === null || own.role === 'admin') return [];
  const stored = new Map<string, unknown>(Object.entries(own));
  return Object.entries(draft)
    .filter(([name, value]) => stored.has(name) && !isDeepStrictEqual(value, stored.get(name)))
    .map(([name]) => fieldError(name, 'read_only', 'is for an administrator to change'));
};

const wrongPassword = async (
  { provePassword }: Needs,
  password: string | undefined,
  { person }: Principal,
): Promise<FieldError[]> => {
  if (password === undefined || (await provePassword(person.id, password))) return [];
  return [fieldError('current_password', 'not_allowed', 'is not your password')];
};
