import { type ErrorName, getErrorStatus } from '#contract/errors';
import { PageProblem, type Problem } from '../problems.ts';

type PageText = readonly [title: string, text: string];

/** Page texts for errors whose description suits only programs. */
const pageTexts: Partial<Record<ErrorName, PageText>> = {
  no_route: ['Page not found', 'Check the address. The page may have been moved or deleted.'],
  method_not_allowed: ['This address is not a page', 'Stardesk uses this address internally.'],
  internal: ['Something went wrong', 'The error is on our side and has been logged. Try again in a moment.'],
};

/** Converts an error to a page. */
export function toProblemPage({ error, message, headers }: Problem): PageProblem {
  const [title, text] = pageTexts[error] ?? ['The request failed', message];
  return new PageProblem({ status: getErrorStatus(error), title, text, returnTo: null, headers });
}
