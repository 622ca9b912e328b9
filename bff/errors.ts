import type { ErrorRequestHandler, Request, Response } from 'express';
import { type ErrorBody, errorTable, statusOf } from '#contract/errors';
import { pagePolicy, renderPage } from './pages/page.ts';
import { shown } from './pages/shown-problems.ts';
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
  const label = problem.status === 503 ? 'Try again' : 'Sign in again';
  const links = [
    ...(problem.returnTo === null ? [] : [{ href: again(problem.returnTo), label }]),
    { href: '/', label: 'Go to Stardesk' },
  ];
  const technical = problem.status < 500 ? undefined : `request id: ${res.getHeader('X-Request-Id')}`;
  res.status(problem.status).set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': pagePolicy });
  res.set(problem.headers).type('html');
  res.send(renderPage({ title: problem.title, text: problem.message, links, technical }));
}

/** Express gives its own refusals (a path it cannot decode) a 4xx `status`. */
const isBadRequest = (error: unknown) =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

/** What an error is to the caller. What is not known is our fault: logged, and told without detail. */
function refusalOf(error: unknown, req: Request): Problem | PageProblem {
  if (error instanceof PageProblem) return error;
  if (error instanceof Problem) {
    if (error.cause) req.log.warn({ err: error.cause }, error.message);
    return error;
  }
  if (isBadRequest(error)) return new Problem('bad_request', 'The request cannot be read.');
  req.log.error({ err: error }, 'unexpected failure');
  return new Problem('internal', 'Something went wrong on our side.');
}

/** Whoever takes anything gets JSON, as from the API. */
const wantsPage = (req: Request): boolean => req.accepts(['json', 'html']) === 'html';

/**
 * The only writer of error answers.
 *
 * @param pages whether a browser that opens the address gets a page: under /api even that gets the service's shape
 */
export const answerErrors =
  ({ pages }: { pages: boolean }): ErrorRequestHandler =>
  (error, req, res, _next) => {
    if (res.headersSent) return void res.destroy();
    const refusal = refusalOf(error, req);
    if (refusal instanceof PageProblem) return writePage(res, refusal);
    if (pages && wantsPage(req)) return writePage(res, shown(refusal));
    writeProblem(res, refusal);
  };
