import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/**
 * Why a request to the authorization server failed:
 * - `error_response`: the server ended the sign-in with an error, `code` (RFC 6749, 4.1.2.1)
 * - `mismatch`: the callback does not match the sign-in (state, iss, number of codes, or response type)
 * - `grant`: the code or refresh token is invalid
 * - `client`: the server rejects the bff's credentials or its request, which is a configuration error
 * - `outage`: the server is unreachable, slow, failing or rate-limiting, or its response is malformed
 */
export type FailureKind = 'error_response' | 'mismatch' | 'grant' | 'client' | 'outage';

/**
 * A classified failure at the authorization server. It has no cause, because openid-client's errors contain secrets.
 */
export class OAuthFailure extends Error {
  readonly kind: FailureKind;
  /** The OAuth error code if the server sent one, otherwise a technical code. Safe to log. */
  readonly code: string;

  constructor(kind: FailureKind, code: string) {
    super(`${kind}: ${code}`);
    this.name = 'OAuthFailure';
    this.kind = kind;
    this.code = code;
  }
}

const safeCode = (code: string | undefined) => (code && /^[a-z_]{1,64}$/.test(code) ? code : 'unknown_error');

function classifyBody(error: ResponseBodyError): OAuthFailure {
  const code = safeCode(error.error);
  if (error.status === 429 || error.status >= 500) return new OAuthFailure('outage', code);
  return new OAuthFailure(code === 'invalid_grant' ? 'grant' : 'client', code);
}

/** openid-client's codes for an invalid callback, and for some invalid token responses. */
const callbackCodes = new Set(['OAUTH_INVALID_RESPONSE', 'OAUTH_UNSUPPORTED_OPERATION']);

/** Returns true if the error is about a token response. The cause of its cause then has the body. */
function isAboutBody({ cause }: ClientError): boolean {
  const body = cause instanceof Error ? cause.cause : undefined;
  return typeof body === 'object' && body !== null && 'body' in body;
}

/** Classifies any error of openid-client. */
export function toOAuthFailure(error: unknown): OAuthFailure {
  if (error instanceof OAuthFailure) return error;
  if (error instanceof AuthorizationResponseError) return new OAuthFailure('error_response', safeCode(error.error));
  if (error instanceof ResponseBodyError) return classifyBody(error);
  if (error instanceof WWWAuthenticateChallengeError) return new OAuthFailure('client', 'invalid_client');
  if (error instanceof ClientError && callbackCodes.has(error.code ?? '') && !isAboutBody(error)) {
    return new OAuthFailure('mismatch', error.code ?? '');
  }
  if (error instanceof Error && error.cause instanceof Response && error.cause.status >= 500) {
    return new OAuthFailure('outage', `http_${error.cause.status}`);
  }
  return new OAuthFailure('outage', getOutageCode(error));
}

/** Finds the code of the innermost error, such as ECONNREFUSED. */
function getOutageCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const causeCode = error.cause instanceof Error ? getOutageCode(error.cause) : null;
  return causeCode ?? ('code' in error && typeof error.code === 'string' ? error.code : error.name);
}
