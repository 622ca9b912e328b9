import type { ErrorRequestHandler, Response } from 'express';
import { type ErrorBody, errorTable, statusOf } from '#contract/errors';
import { pagePolicy, renderPage } from './page.ts';
import { PageProblem, Problem } from './problems.ts';

/** Writes a refusal in the service's shape, pretty-printed as the API does it. */
function writeProblem(res: Response, problem: Problem): void {
  const [code, message] = errorTable[problem.error];
  const body: ErrorBody = { code, message, description: problem.message };
  res.status(statusOf(problem.error)).set({ 'Cache-Control': 'no-store', ...problem.headers });
  res.type('json').send(`${JSON.stringify(body, null, 2)}\n`);
}

function writePage(res: Response, problem: PageProblem): void {
  const again = (returnTo: string) => `/login?${new URLSearchParams({ return_to: returnTo })}`;
  const links = [
    ...(problem.returnTo === null ? [] : [{ href: again(problem.returnTo), label: 'Sign in again' }]),
    { href: '/', label: 'Go to the start page' },
  ];
  res.status(problem.status).set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': pagePolicy });
  res.set(problem.headers).type('html');
  res.send(renderPage({ title: problem.title, text: problem.message, links }));
}

/** Express gives its own refusals (a path it cannot decode) a 4xx `status`. */
const isBadRequest = (error: unknown) =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

/** The only writer of error answers. What it does not know is our fault: logged, and told without detail. */
export const answerErrors: ErrorRequestHandler = (error, req, res, _next) => {
  if (res.headersSent) return void res.destroy();
  if (error instanceof PageProblem) return writePage(res, error);
  if (error instanceof Problem) {
    if (error.cause) req.log.warn({ err: error.cause }, error.message);
    return writeProblem(res, error);
  }
  if (isBadRequest(error)) return writeProblem(res, new Problem('bad_request', 'The request cannot be read.'));
  req.log.error({ err: error }, 'unexpected failure');
  writeProblem(res, new Problem('internal', 'Something went wrong on our side.'));
};
