import type { z } from 'zod';
import type { FieldErrorName } from './errors.ts';
import { line } from './fields.ts';
import { groupParameters, parseQueryString } from './query-string.ts';
import { listTickets } from './tickets.ts';

/**
 * Parses a valid saved query into the query of `GET /tickets`.
 * @throws Error if it is invalid
 */
export const parseSavedQuery = (query: string): z.output<typeof listTickets.query> =>
  listTickets.query.parse(groupParameters(parseQueryString(query)).parameters);

/** Replaces the filter of a tag in a valid saved query. The rest of the query does not change. */
export const replaceTagInQuery = (query: string, tag: string, into: string): string =>
  query
    .split('&')
    .map(pair => {
      const [[name, value] = []] = parseQueryString(pair);
      return name === 'tag' && value === tag ? `tag=${into}` : pair;
    })
    .join('&');

/** Filters and sort order, without the parameters for the format of the response. */
const selection = listTickets.query.omit({
  pretty: true,
  fields: true,
  per_page: true,
  cursor: true,
  count: true,
  envelope: true,
});

/**
 * The query string of a saved view, at most 2,048 characters. It contains the filters, `q` and `sort` of the ticket
 * list. An empty string selects every ticket. The string is stored unchanged, and `assignee_id=me` is the person who
 * opens the view.
 */
export const savedQuery = line(2048)
  .superRefine((query, context) => {
    const problems = findProblems(query);
    if (problems.length === 0) return;
    const message = `is not a query of the ticket list: ${problems.join('; ')}`;
    context.addIssue({
      code: 'custom',
      input: query,
      message,
      params: { name: 'invalid_format' satisfies FieldErrorName },
    });
  })
  .meta({
    description:
      'The filters, `q` and `sort` of `GET /tickets`, as a query string without `?`. `assignee_id=me` is the person who opens the view.',
    example: 'state=open,pending&sort=-priority,created_at',
  });

const findProblems = (query: string): string[] => {
  try {
    const { parameters, repeated } = groupParameters(parseQueryString(query));
    const issues = selection.safeParse(parameters).error?.issues ?? [];
    return [...repeated.map(name => `"${name}" is repeated`), ...issues.flatMap(describe)];
  } catch (error) {
    if (error instanceof URIError) return ['it contains a malformed percent-encoding'];
    throw error;
  }
};

type Issue = NonNullable<ReturnType<typeof selection.safeParse>['error']>['issues'][number];

/** Describes an issue. Only the checks of the contract have a message for clients. */
const describe = (issue: Issue): string[] => {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(name => `"${name}" is not a filter`);
  return [`"${issue.path.join('.')}" ${'params' in issue ? issue.message : 'has an invalid value'}`];
};
