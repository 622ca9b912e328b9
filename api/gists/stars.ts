import { checkStar, starGist, unstarGist } from '#contract';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { ApiError } from '../http/errors.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { OperationContext, Resource, Route } from '../http/route.ts';
import { noContentRoute } from '../http/serve-no-content.ts';
import type { GistRow } from './representation.ts';

/** The routes of /gists/{gist_id}/star, the caller's star of a gist. */
export const starRoutes = (resource: Resource<GistRow, object>): Route[] => {
  const writeStar =
    (write: typeof star) =>
    (_found: GistRow, { database, pathParameters, caller, clock }: OperationContext) =>
      database.transaction(async writes => {
        // Finds the gist again and locks it: it may have been deleted meanwhile.
        const { n } = await findOrThrow(resource, writes, pathParameters, caller);
        await write(writes, caller.person.id, n, clock());
      });

  return [
    noContentRoute(checkStar, resource, async (row, { database, caller }) => {
      if (await isStarred(database.read, caller.person.id, row.n)) return;
      throw new ApiError('not_starred', `You have not starred the gist ${JSON.stringify(row.id)}.`);
    }),
    noContentRoute(starGist, resource, writeStar(star)),
    noContentRoute(unstarGist, resource, writeStar(unstar)),
  ];
};

const isStarred = async (queries: Queries, personId: string, n: number): Promise<boolean> => {
  const row = await queries
    .selectFrom('stars')
    .select('gist_n')
    .where('person_id', '=', personId)
    .where('gist_n', '=', n)
    .executeTakeFirst();
  return row !== undefined;
};

/** Stars a gist; idempotent. */
const star = async (writes: WriteTransaction, personId: string, n: number, now: number): Promise<void> => {
  const { numInsertedOrUpdatedRows } = await writes
    .insertInto('stars')
    .values({ person_id: personId, gist_n: n, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) await incrementCounter(writes, `stars.${personId}`);
};

/** Removes a star; idempotent. */
const unstar = async (writes: WriteTransaction, personId: string, n: number): Promise<void> => {
  const { numDeletedRows } = await writes
    .deleteFrom('stars')
    .where('person_id', '=', personId)
    .where('gist_n', '=', n)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 1n) await incrementCounter(writes, `stars.${personId}`);
};
