import { PageProblem } from '../problems.ts';
import type { OAuthFailure } from './oauth-failure.ts';

type PageText = { status: number; title: string; text: string; headers?: Readonly<Record<string, string>> };

const notSignedIn = (text: string): PageText => ({ status: 400, title: 'You are not signed in', text });

const temporary = (text: string): PageText => ({
  status: 503,
  title: 'Sign-in is currently unavailable',
  text: `${text} Try again in a moment.`,
  headers: { 'Retry-After': '2' },
});

const misconfigured: PageText = {
  status: 502,
  title: 'Sign-in failed',
  text: 'The sign-in service is not set up correctly. This is not your fault; please tell your administrator.',
};

const serverFault: PageText = {
  ...misconfigured,
  text: 'The sign-in service had an internal error. This is not your fault; try again or tell your administrator.',
};

const signInAgain = notSignedIn('The sign-in service needs you to sign in again. Nothing was changed.');

/** Page texts by error code of the server (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
const textsByCode = new Map<string, PageText>([
  ['access_denied', notSignedIn('You declined, or your account is not allowed to sign in here. Nothing was changed.')],
  ['login_required', signInAgain],
  ['interaction_required', signInAgain],
  ['account_selection_required', signInAgain],
  ['consent_required', signInAgain],
  ['temporarily_unavailable', temporary('The sign-in service is temporarily unavailable.')],
  ['server_error', serverFault],
  ['invalid_request', misconfigured],
  ['unauthorized_client', misconfigured],
  ['unsupported_response_type', misconfigured],
  ['invalid_scope', misconfigured],
]);

const unknownSignIn: PageText = {
  status: 400,
  title: 'This sign-in cannot be completed',
  text: 'It was started in another browser, took over an hour, was already used, or this browser blocks cookies.',
};

const expired: PageText = {
  status: 400,
  title: 'This sign-in has expired',
  text: 'It took too long or was already used. Nothing was changed.',
};

function toPageText({ kind, code }: OAuthFailure): PageText {
  if (kind === 'mismatch') return unknownSignIn;
  if (kind === 'grant') return expired;
  if (kind === 'outage') return temporary('The sign-in service does not respond.');
  if (kind === 'client') return misconfigured;
  return textsByCode.get(code) ?? notSignedIn(`The sign-in service returned the error “${code}”. Nothing was changed.`);
}

/** Returns true if only the operator can fix the failure. */
export const isConfigurationError = (failure: OAuthFailure): boolean => toPageText(failure) === misconfigured;

/** Creates the page for a callback that matches no sign-in of this browser. */
export const unknownCallbackPage = (returnTo: string): PageProblem => new PageProblem({ ...unknownSignIn, returnTo });

/** Creates the page for a failure at the authorization server. */
export const signInErrorPage = (failure: OAuthFailure, returnTo: string): PageProblem =>
  new PageProblem({ ...toPageText(failure), returnTo });
