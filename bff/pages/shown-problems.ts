import { type ErrorName, statusOf } from '#contract/errors';
import { PageProblem, type Problem } from '../problems.ts';

type Words = readonly [title: string, text: string];

/** What a person who opens an address makes of a refusal; others keep the sentence that programs get. */
const words: Partial<Record<ErrorName, Words>> = {
  no_route: ['There is nothing here', 'The address may be mistyped, or what was here has gone.'],
  method_not_allowed: ['There is nothing to open here', 'This is an address that the desk uses by itself.'],
  internal: ['Something went wrong', 'The fault is on our side and has been logged. Try again in a moment.'],
};

/** A refusal as a page. */
export function shown({ error, message, headers }: Problem): PageProblem {
  const [title, text] = words[error] ?? ['This does not work', message];
  return new PageProblem({ status: statusOf(error), title, text, returnTo: null, headers });
}
