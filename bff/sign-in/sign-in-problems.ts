import { PageProblem } from '../problems.ts';
import type { OAuthFailure } from './oauth-failure.ts';

type Told = { status: number; title: string; text: string; headers?: Readonly<Record<string, string>> };

const notSignedIn = (text: string): Told => ({ status: 400, title: 'You are not signed in', text });

const later = (text: string): Told => ({
  status: 503,
  title: 'Signing in is not possible just now',
  text: `${text} Nothing is lost; try again in a moment.`,
  headers: { 'Retry-After': '2' },
});

const disagree: Told = {
  status: 502,
  title: 'Signing in failed',
  text: 'The sign-in service and this desk do not agree. This is not your doing; please tell whoever runs it.',
};

const theirFault: Told = {
  ...disagree,
  text: 'The sign-in service met a fault of its own. This is not your doing; try again, or tell whoever runs it.',
};

const asksAgain = notSignedIn('The sign-in service wants you to sign in once more. Nothing was changed.');

/** What each error that a server may answer with means to a person (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
const answers = new Map<string, Told>([
  ['access_denied', notSignedIn('You declined, or your account may not sign in here. Nothing was changed.')],
  ['login_required', asksAgain],
  ['interaction_required', asksAgain],
  ['account_selection_required', asksAgain],
  ['consent_required', asksAgain],
  ['temporarily_unavailable', later('The sign-in service takes no one in just now.')],
  ['server_error', theirFault],
  ['invalid_request', disagree],
  ['unauthorized_client', disagree],
  ['unsupported_response_type', disagree],
  ['invalid_scope', disagree],
]);

const notOurs: Told = {
  status: 400,
  title: 'This sign-in cannot be completed',
  text: 'It was started in another browser, was left for over an hour, was used before, or this browser keeps no cookies.',
};

const expired: Told = {
  status: 400,
  title: 'This sign-in has expired',
  text: 'It took too long, or was already used. Nothing was changed.',
};

function toldOf({ kind, code }: OAuthFailure): Told {
  if (kind === 'mismatch') return notOurs;
  if (kind === 'grant') return expired;
  if (kind === 'outage') return later('The sign-in service does not answer.');
  if (kind === 'client') return disagree;
  return answers.get(code) ?? notSignedIn(`The sign-in service answered “${code}”. Nothing was changed.`);
}

/** True for what only whoever runs the desk can mend. */
export const isInstallationFault = (failure: OAuthFailure): boolean => toldOf(failure) === disagree;

/** A callback that belongs to no sign-in of this browser; signing in again leads to `returnTo`. */
export const foreignCallback = (returnTo: string): PageProblem => new PageProblem({ ...notOurs, returnTo });

/** A failure at the authorization server as a person reads it; signing in again leads to `returnTo`. */
export const signInProblem = (failure: OAuthFailure, returnTo: string): PageProblem =>
  new PageProblem({ ...toldOf(failure), returnTo });
