import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/**
 * Why the authorization server could not be used:
 * - `answer`: it answered the sign-in with an error, `code` (RFC 6749, 4.1.2.1)
 * - `mismatch`: the callback does not belong to the sign-in (state, iss, not one code, or no answer to what was asked)
 * - `grant`: the code or refresh token is no longer good
 * - `client`: it refuses this bff's credentials, or has no such client: a fault of the installation
 * - `outage`: it is unreachable, too slow, failing, limiting us, or answers what nobody can read
 */
export type FailureKind = 'answer' | 'mismatch' | 'grant' | 'client' | 'outage';

/** A failure at the authorization server, sorted. The library's error, as the cause, holds parameters: not for logs. */
export class OAuthFailure extends Error {
  readonly kind: FailureKind;
  /** The OAuth error code, when the server named one; safe to log. */
  readonly code: string;

  constructor(kind: FailureKind, code: string) {
    super(`${kind}: ${code}`);
    this.name = 'OAuthFailure';
    this.kind = kind;
    this.code = code;
  }
}

const wellFormed = (code: string | undefined) => (code && /^[a-z_]{1,64}$/.test(code) ? code : 'unknown_error');

function ofBody(error: ResponseBodyError): OAuthFailure {
  const code = wellFormed(error.error);
  if (error.status === 429 || error.status >= 500) return new OAuthFailure('outage', code);
  return new OAuthFailure(code === 'invalid_grant' ? 'grant' : 'client', code);
}

/** What the library says of a callback it cannot take. It says the same of a token endpoint's answer. */
const ofCallback = new Set(['OAUTH_INVALID_RESPONSE', 'OAUTH_UNSUPPORTED_OPERATION']);

/** True for a complaint about what the token endpoint answered: its cause then names the body. */
function isAboutBody({ cause }: ClientError): boolean {
  const about = cause instanceof Error ? cause.cause : undefined;
  return typeof about === 'object' && about !== null && 'body' in about;
}

/** Sorts whatever the OAuth library throws. */
export function sortFailure(error: unknown): OAuthFailure {
  if (error instanceof OAuthFailure) return error;
  if (error instanceof AuthorizationResponseError) return new OAuthFailure('answer', wellFormed(error.error));
  if (error instanceof ResponseBodyError) return ofBody(error);
  if (error instanceof WWWAuthenticateChallengeError) return new OAuthFailure('client', 'invalid_client');
  if (error instanceof ClientError && ofCallback.has(error.code ?? '') && !isAboutBody(error)) {
    return new OAuthFailure('mismatch', error.code ?? '');
  }
  if (error instanceof Error && error.cause instanceof Response && error.cause.status >= 500) {
    return new OAuthFailure('outage', `http_${error.cause.status}`);
  }
  return new OAuthFailure('outage', outageCode(error));
}

/** The code of the innermost failure: ECONNREFUSED says more than "something went wrong". */
function outageCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const inner = error.cause instanceof Error ? outageCode(error.cause) : null;
  return inner ?? ('code' in error && typeof error.code === 'string' ? error.code : error.name);
}
