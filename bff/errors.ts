import type { ErrorRequestHandler, Request, Response } from 'express';
import { type ErrorBody, type ErrorName, errorTable, statusOf } from '#contract/errors';
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

/** What the log says of a request that failed at the API, and where to look. */
const upstreamFailures: Partial<Record<ErrorName, string>> = {
  unavailable: 'the API is not reachable: check that it runs, and API_URL',
  upstream_timeout: 'the API did not answer in time: check its log and its load',
  upstream_failed: 'the API broke off its answer: check its log',
};

/** Logs why a request failed. Only an upstream_failed may be a bug of ours, which needs its stack. */
function logCause(req: Request, { error, cause, message }: Problem): void {
  const why = error === 'upstream_failed' ? { err: cause } : { reason: reasonOf(cause) };
  req.log.warn(why, upstreamFailures[error] ?? message);
}

const reasonOf = (cause: unknown): unknown => {
  if (!(cause instanceof Error)) return cause;
  return 'code' in cause ? cause.code : cause.message;
};

/** What an error is to the caller. What is not known is our fault: logged, and told without detail. */
function refusalOf(error: unknown, req: Request): Problem | PageProblem {
  if (error instanceof PageProblem) return error;
  if (error instanceof Problem) {
    if (error.cause) logCause(req, error);
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
