import type { ErrorRequestHandler, Request, Response } from 'express';
import { errors, type Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { statusOf } from '#contract/errors';
import { errorWriter } from '../../http/error-writer.ts';
import { sessionOf } from '../sign-in/browser-session.ts';
import { type ErrorToTell, errorPage, ourFault, toTell } from './error-page.ts';
import { writePage } from './page.ts';
import type { Site } from './site.ts';

type Needs = { site: Site; provider: () => Provider; log: Logger };

/** What goes wrong in a page of our own, and what cannot be read of a request for one, is told as a page. */
export const pageErrors = ({ site, provider, log }: Needs): ErrorRequestHandler => {
  const tell = (response: Response, status: number, what: ErrorToTell) =>
    writePage(response, status, errorPage(site, what));

  const others = errorWriter(log, (_request, response, { is, message }) => {
    const status = statusOf(is);
    tell(response, status, status >= 500 ? ourFault(response) : { kind: is, technical: message });
  });

  return async (error: unknown, request, response, next) => {
    if (error instanceof errors.OIDCProviderError && error.expose) {
      const { name, message, error_description } = error;
      const isSignedIn = (await sessionOf(provider(), request, response)).accountId !== undefined;
      return tell(response, error.statusCode, toTell(name, { error: message, error_description }, isSignedIn));
    }
    if (error instanceof URIError) {
      const technical = 'invalid_request: the address is not percent-encoded UTF-8';
      return tell(response, 400, { kind: 'invalid_request', technical });
    }
    const status = statusOfForm(error);
    if (status !== null) return tell(response, status, { kind: 'unreadable_form' });
    return wantsPage(request) ? others(error, request, response, next) : next(error);
  };
};

/** The status of a form that express.urlencoded could not read: too large, in another charset or coding, cut off. */
const statusOfForm = (error: unknown): number | null => {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  return error.status >= 400 && error.status < 500 ? error.status : null;
};

/** Whoever takes anything gets JSON, as from the rest of the API. */
const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';
