import type { ErrorRequestHandler, Request, Response } from 'express';
import { errors, type Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { getErrorStatus } from '#contract/errors';
import { errorWriter } from '../../http/error-writer.ts';
import { findBrowserSession } from '../sign-in/browser-session.ts';
import { createServerError, type PageError, renderErrorPage, toPageError } from './error-page.ts';
import { writePage } from './page.ts';
import type { Site } from './site.ts';

type Dependencies = { site: Site; provider: () => Provider; log: Logger };

/** Renders error pages for errors of the pages, and for malformed requests to them. */
export const handlePageErrors = ({ site, provider, log }: Dependencies): ErrorRequestHandler => {
  const writeError = (response: Response, status: number, error: PageError) =>
    writePage(response, status, renderErrorPage(site, error));

  const writeOther = errorWriter(log, (_request, response, { errorName, message }) => {
    const status = getErrorStatus(errorName);
    writeError(response, status, status >= 500 ? createServerError(response) : { kind: errorName, technical: message });
  });

  return async (error: unknown, request, response, next) => {
    if (error instanceof errors.OIDCProviderError && error.expose) {
      const { name, message, error_description } = error;
      const isSignedIn = (await findBrowserSession(provider(), request, response)).accountId !== undefined;
      return writeError(
        response,
        error.statusCode,
        toPageError(name, { error: message, error_description }, isSignedIn),
      );
    }
    if (error instanceof URIError) {
      const technical = 'invalid_request: the URL is not percent-encoded UTF-8';
      return writeError(response, 400, { kind: 'invalid_request', technical });
    }
    const status = getFormStatus(error);
    if (status !== null) return writeError(response, status, { kind: 'invalid_form' });
    return wantsPage(request) ? writeOther(error, request, response, next) : next(error);
  };
};

/**
 * Returns the status of an express.urlencoded error: too large, unsupported charset or encoding, or incomplete. Null
 * for any other error.
 */
const getFormStatus = (error: unknown): number | null => {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  return error.status >= 400 && error.status < 500 ? error.status : null;
};

/** Returns false for a client that accepts any media type. Such a client gets JSON, as from the rest of the API. */
const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';
