import type { FieldErrorName } from './errors.ts';
import { line } from './fields.ts';
import { gatherParameters, readPairs } from './query-string.ts';
import { listTickets } from './tickets.ts';

/** Which tickets, in which order: what a list takes beside that is how one reader wants it written. */
const selection = listTickets.query.omit({
  pretty: true,
  fields: true,
  per_page: true,
  cursor: true,
  count: true,
  envelope: true,
});

/**
 * The query string of a saved view, as `GET /tickets` takes it after the `?`: at most 2,048 characters of its filters, `q` and
 * `sort`, and nothing of how a page is written. Empty is every ticket. It is kept as it was written, and `assignee_id=me` is
 * whoever opens the view.
 */
export const savedQuery = line(2048)
  .superRefine((query, context) => {
    const problems = problemsOf(query);
    if (problems.length === 0) return;
    const message = `is not a query of the ticket list: ${problems.join('; ')}`;
    context.addIssue({
      code: 'custom',
      input: query,
      message,
      params: { name: 'bad_format' satisfies FieldErrorName },
    });
  })
  .meta({
    description:
      'The filters, `q` and `sort` of `GET /tickets`, as written after the `?`. `assignee_id=me` is whoever opens the view.',
    example: 'state=open,pending&sort=-priority,created_at',
  });

const problemsOf = (query: string): string[] => {
  try {
    const { parameters, repeated } = gatherParameters(readPairs(query));
    const issues = selection.safeParse(parameters).error?.issues ?? [];
    return [...repeated.map(name => `"${name}" is given more than once`), ...issues.flatMap(describe)];
  } catch (error) {
    if (error instanceof URIError) return ['it holds a percent-encoding that is not UTF-8'];
    throw error;
  }
};

type Issue = NonNullable<ReturnType<typeof selection.safeParse>['error']>['issues'][number];

/** Our own checks carry their sentence; of the others the name says enough. */
const describe = (issue: Issue): string[] => {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(name => `"${name}" is no filter of it`);
  return [`"${issue.path.join('.')}" ${'params' in issue ? issue.message : 'has a value that is not allowed'}`];
};
