import type { ErrorRequestHandler } from 'express';
import { errors } from 'oidc-provider';
import { errorPage } from './error-page.ts';
import { writePage } from './page.ts';

/** What goes wrong in a page of our own, and what cannot be read of an authorization request, is told as a page. */
export const pageErrors =
  (publicUrl: string): ErrorRequestHandler =>
  (error, _request, response, next) => {
    if (error instanceof errors.OIDCProviderError && error.expose) {
      const { name, message, error_description } = error;
      const kind = name === 'SessionNotFound' ? 'session_not_found' : message;
      return writePage(response, error.statusCode, errorPage(publicUrl, kind, { error: message, error_description }));
    }
    if (error instanceof URIError) {
      const out = { error: 'invalid_request', error_description: 'the address is not percent-encoded UTF-8' };
      return writePage(response, 400, errorPage(publicUrl, out.error, out));
    }
    next(error);
  };
