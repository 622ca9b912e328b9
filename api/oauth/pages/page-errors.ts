import type { ErrorRequestHandler } from 'express';
import { errors } from 'oidc-provider';
import { errorPage } from './error-page.ts';
import { writePage } from './page.ts';

/** What goes wrong in a page of our own, and what cannot be read of a request for one, is told as a page. */
export const pageErrors =
  (publicUrl: string): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    if (error instanceof errors.OIDCProviderError && error.expose) {
      const { name, message, error_description } = error;
      const kind = name === 'SessionNotFound' ? 'session_not_found' : message;
      return writePage(response, error.statusCode, errorPage(publicUrl, kind, { error: message, error_description }));
    }
    if (error instanceof URIError) {
      const out = { error: 'invalid_request', error_description: 'the address is not percent-encoded UTF-8' };
      return writePage(response, 400, errorPage(publicUrl, out.error, out));
    }
    const status = statusOfForm(error);
    if (status === null) return next(error);
    writePage(response, status, errorPage(publicUrl, 'unreadable_form', { error: 'invalid_request' }));
  };

/** The status of a form that express.urlencoded could not read: too large, in another charset or coding, cut off. */
const statusOfForm = (error: unknown): number | null => {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  return error.status >= 400 && error.status < 500 ? error.status : null;
};
