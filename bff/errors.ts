import type { ErrorRequestHandler, Request, Response } from 'express';
import { type ErrorBody, type ErrorName, errorTable, getErrorStatus } from '#contract/errors';
import { pagePolicy, renderPage } from './pages/html-page.ts';
import { PageProblem, Problem } from './problems.ts';

/** Writes an error in the API's format, pretty-printed like the API's own errors. */
function writeProblem(res: Response, problem: Problem): void {
  const [code, message] = errorTable[problem.error];
  const body: ErrorBody = { code, message, description: problem.message };
  res.status(getErrorStatus(problem.error)).set({ 'Cache-Control': 'no-store', ...problem.headers });
  res.type('json').send(`${JSON.stringify(body, null, 2)}\n`);
}

function writePage(res: Response, problem: PageProblem): void {
  const loginUrl = (returnTo: string) => `/login?${new URLSearchParams({ return_to: returnTo })}`;
  const label = problem.status === 503 ? 'Try again' : 'Sign in again';
  const links = [
    ...(problem.returnTo === null ? [] : [{ href: loginUrl(problem.returnTo), label }]),
    ...(problem.isFramed ? [] : [{ href: '/', label: 'Go to Stardesk' }]),
  ];
  const technical = problem.status < 500 ? undefined : `request id: ${res.getHeader('X-Request-Id')}`;
  res.status(problem.status).set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': pagePolicy });
  res.set(problem.headers).type('html');
  res.send(renderPage({ title: problem.title, text: problem.message, links, technical }));
}

type PageText = readonly [title: string, text: string];

/** Page texts for errors whose description suits only programs. */
const pageTexts: Partial<Record<ErrorName, PageText>> = {
  no_route: ['Page not found', 'Check the address. The page may have been moved or deleted.'],
  method_not_allowed: ['This address is not a page', 'Stardesk uses this address internally.'],
  internal: ['Something went wrong', 'The error is on our side and has been logged. Try again in a moment.'],
};

function toProblemPage({ error, message, headers }: Problem): PageProblem {
  const [title, text] = pageTexts[error] ?? ['The request failed', message];
  return new PageProblem({ status: getErrorStatus(error), title, text, returnTo: null, headers });
}

/** Recognizes Express's own errors (such as a malformed path), which have a 4xx `status`. */
const isBadRequest = (error: unknown) =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

/** The log messages for requests that failed at the API. */
const upstreamFailures: Partial<Record<ErrorName, string>> = {
  unavailable: 'the API is unreachable: check API_URL and that the API is running',
  upstream_timeout: 'the API timed out: check its log and its load',
  upstream_failed: 'the API returned an invalid or incomplete response: check its log',
};

/** Logs why a request failed. Only upstream_failed, which may be a bug, is logged with a stack. */
function logCause(req: Request, { error, cause, message }: Problem): void {
  const details = error === 'upstream_failed' ? { err: cause } : { reason: getReason(cause) };
  req.log.warn(details, upstreamFailures[error] ?? message);
}

const getReason = (cause: unknown): unknown => {
  if (!(cause instanceof Error)) return cause;
  return 'code' in cause ? cause.code : cause.message;
};

/** Maps an error to a response, and logs its cause. Unknown errors are sent as 500 without details. */
function toProblem(error: unknown, req: Request): Problem | PageProblem {
  if (error instanceof PageProblem) return error;
  if (error instanceof Problem) {
    if (error.cause) logCause(req, error);
    return error;
  }
  if (isBadRequest(error)) return new Problem('bad_request', 'The request is malformed.');
  req.log.error({ err: error }, 'unexpected error');
  return new Problem('internal', 'Something went wrong on our side.');
}

/** Returns whether a client prefers HTML to JSON. A client that accepts any type gets JSON. */
const wantsPage = (req: Request): boolean => req.accepts(['json', 'html']) === 'html';

/**
 * Writes all error responses.
 *
 * @param pages whether browser navigation gets HTML pages; false under /api, where all errors are JSON
 */
export const writeErrors =
  ({ pages }: { pages: boolean }): ErrorRequestHandler =>
  (error, req, res, _next) => {
    const problem = toProblem(error, req);
    // Part of the response was sent. The browser must notice that it is incomplete.
    if (res.headersSent) return void res.destroy();
    if (problem instanceof PageProblem) return writePage(res, problem);
    if (pages && wantsPage(req)) return writePage(res, toProblemPage(problem));
    writeProblem(res, problem);
  };
