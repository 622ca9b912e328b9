import type { z } from 'zod';
import type { countTickets as countOperation } from '#contract';
import { parseSavedQuery } from '#contract/saved-query';
import type { Database } from '../database/database.ts';
import type { ReportDefinition } from '../http/serve-report.ts';
import { countTickets, readQueryChanges } from './list.ts';

/** Describes the counts of several ticket queries to the request pipeline. */
export const ticketCounts = (
  database: Pick<Database, 'search'>,
): ReportDefinition<z.output<typeof countOperation.query>> => ({
  kind: 'ticket',
  validator: (queries, { query, caller }) =>
    readQueryChanges(queries, caller.person.id, ...query.queries.map(parseSavedQuery)),
  compute: async (queries, { query, caller }) => {
    const count = async (text: string) => {
      const request = { query: parseSavedQuery(text), personId: caller.person.id };
      return { query: text, ...(await countTickets(database, queries, request)) };
    };
    return { counts: await Promise.all(query.queries.map(count)) };
  },
});
