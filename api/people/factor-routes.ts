import {
  type AllSecondFactors,
  deleteSecondFactors,
  getSecondFactors,
  listSecondFactors,
  type SecondFactors,
} from '#contract';
import { isoTime } from '../database/column-encoding.ts';
import type { WriteTransaction } from '../database/database.ts';
import {
  listAllSecondFactors,
  type NotifyFactorChange,
  listSecondFactors as readSecondFactors,
  removeSecondFactors,
  type SecondFactor,
} from '../database/second-factors.ts';
import { getActor } from '../http/actor.ts';
import { ApiError } from '../http/errors.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { Resource, Route } from '../http/route.ts';
import { noContentRoute } from '../http/serve-no-content.ts';
import { reportRoute } from '../http/serve-report.ts';
import type { PersonDraft, PersonRow } from './representation.ts';

type FactorDependencies = {
  /** Any person or mailbox. */
  person: Resource<PersonRow, PersonDraft>;
  /** Revokes all of a person's sessions and grants. */
  revokeAccess(writes: WriteTransaction, personId: string): Promise<void>;
  notifyFactorChange: NotifyFactorChange;
};

/** The routes of the second factors of a person. People set them up on a page of the authorization server. */
export const factorRoutes = ({ person, revokeAccess, notifyFactorChange }: FactorDependencies): Route[] => [
  reportRoute(listSecondFactors, {
    kind: 'person',
    async compute(queries): Promise<AllSecondFactors> {
      const factors = await listAllSecondFactors(queries);
      return { second_factors: factors.map(({ personId, kind }) => ({ person_id: personId, kind })) };
    },
  }),
  reportRoute(getSecondFactors, {
    kind: 'person',
    async compute(queries, { pathParameters, caller }): Promise<SecondFactors> {
      const { id } = await findOrThrow(person, queries, pathParameters, caller);
      if (id !== caller.person.id && caller.person.role !== 'admin')
        throw new ApiError('no_access', 'Only administrators may read the second factors of other people.');
      return { second_factors: (await readSecondFactors(queries, id)).map(toRepresentation) };
    },
  }),
  noContentRoute(deleteSecondFactors, person, async ({ id }, { database, caller, clock }) => {
    await database.transaction(async writes => {
      await revokeAccess(writes, id);
      const actor = getActor({ caller, now: clock() });
      // Rolls back the revocation.
      if (!(await removeSecondFactors(writes, id, actor, notifyFactorChange)))
        throw new ApiError('no_second_factor', `The person ${JSON.stringify(id)} has no second factor.`);
    });
  }),
];

const toRepresentation = ({ kind, name, createdAt, lastUsedAt, disabledAt, unusedRecoveryCodes }: SecondFactor) => ({
  kind,
  name,
  created_at: isoTime(createdAt),
  last_used_at: isoTime(lastUsedAt),
  disabled_at: disabledAt === null ? null : isoTime(disabledAt),
  unused_recovery_codes: unusedRecoveryCodes,
});
