import { z } from 'zod';
import type { FieldErrorName } from './errors.ts';
import { exampleTicketCounts } from './examples.ts';
import { countSchema } from './fields.ts';
import { outputParameters } from './list.ts';
import { allRoles, operation } from './operation.ts';
import { savedQuery } from './saved-query.ts';

/** Bounds the work of one request. */
const maxQueries = 10;

const ticketQueries = z
  .string()
  .transform((value, context): string[] => {
    const queries = value.split(';');
    const addError = (name: FieldErrorName, message: string) =>
      context.addIssue({ code: 'custom', input: value, message, params: { name } });
    if (queries.length > maxQueries) addError('too_long', `has more than ${maxQueries} queries`);
    for (const query of queries) {
      const [issue] = savedQuery.safeParse(query).error?.issues ?? [];
      if (issue) addError('invalid_format', `contains "${query}", which ${issue.message}`);
    }
    return queries;
  })
  .default(() => [''])
  .meta({
    description: `Up to ${maxQueries} queries like those of saved views, separated by semicolons: the filters and \`q\` of \`GET /tickets\`. An empty query counts every ticket. Encode each query, then the list.`,
    wire: { type: 'string', default: '', examples: ['state=open&assignee_id=me;state=pending'] },
  });

export const ticketCountsSchema = z
  .strictObject({
    counts: z.array(
      z.strictObject({
        query: z.string(),
        count: countSchema,
        exact: z.boolean().meta({ description: '`false` if there are more tickets than were counted.' }),
      }),
    ),
  })
  .meta({
    id: 'TicketCounts',
    description: 'The number of tickets of each query, in the order of the request.',
    example: exampleTicketCounts,
  });

export const countTickets = operation('countTickets', 'GET /ticket_counts', {
  description: 'Counts the tickets of several queries in one request. `sort` has no effect.',
  summary: 'Count the tickets of several queries',
  scope: 'tickets:read',
  roles: allRoles,
  query: z.strictObject({ ...outputParameters(Object.keys(ticketCountsSchema.shape)), queries: ticketQueries }),
  response: ticketCountsSchema,
});
