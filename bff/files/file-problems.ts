import type { Request } from 'express';
import { type ErrorName, errorTable, getErrorStatus } from '#contract/errors';
import { framedPagePolicy } from '../pages/html-page.ts';
import { notSignedIn, PageProblem, Problem, upstreamFailed } from '../problems.ts';

/** The error bodies of the API are smaller. The part of a body beyond this size is dropped. */
const maxErrorBytes = 64 * 1024;

/** Collects the body of an error response of the API. */
export const createErrorReceiver = (status: number, retryAfter: string | undefined) => {
  const parts: Uint8Array[] = [];
  let length = 0;
  return {
    write(part: Uint8Array): boolean {
      length += part.length;
      if (length <= maxErrorBytes) parts.push(part);
      return true;
    },
    end() {},
    /** Returns the error. Call it after the body has ended. */
    toProblem(): Problem {
      const { code, description } = parseError(Buffer.concat(parts).toString());
      // The response to HEAD has no body.
      const name = length === 0 ? findName(status) : errorNames.get(code);
      if (name === undefined) return upstreamFailed();
      if (getErrorStatus(name) === 401) return notSignedIn();
      return new Problem(name, description, retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
    },
  };
};

const errorNames = new Map<unknown, ErrorName>(
  Object.entries(errorTable).map(([name, [code]]) => [code, name as ErrorName]),
);

const findName = (status: number): ErrorName | undefined =>
  [...errorNames.values()].find(name => getErrorStatus(name) === status);

const parseError = (json: string): { code?: unknown; description: string } => {
  try {
    const { code, description }: { code?: unknown; description?: unknown } = Object(JSON.parse(json));
    return { code, description: String(description ?? '') };
  } catch {
    return { description: '' };
  }
};

/**
 * Converts an error to a page that the browser can show. A frame gets a page without links. A window without a session
 * gets a page with a sign-in link. The link returns to the app, since `ownPagesOnly` rejects redirects from the
 * sign-in. Returns other errors unchanged: `writeErrors` sends a page or JSON.
 */
export const toFileProblem = (req: Request, error: unknown): unknown => {
  if (!(error instanceof Problem)) return error;
  const { message: text, headers } = error;
  const status = getErrorStatus(error.error);
  if (req.headers['sec-fetch-dest'] === 'iframe') {
    const framing = { 'Content-Security-Policy': framedPagePolicy, 'X-Frame-Options': 'SAMEORIGIN' };
    const title = 'The email cannot be shown';
    return new PageProblem({
      status,
      title,
      text,
      returnTo: null,
      isFramed: true,
      headers: { ...headers, ...framing },
    });
  }
  if (error.error !== 'no_token' || req.accepts(['json', 'html']) !== 'html') return error;
  return new PageProblem({ status, title: 'You are not signed in', text, returnTo: '/', headers });
};
