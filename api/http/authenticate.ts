import type { Request } from 'express';
import type { Operation } from '#contract/operation';
import { ApiError } from './errors.ts';
import type { FindPrincipal, Principal } from './principal.ts';

const realm = 'Bearer realm="stardesk"';

/**
 * Authenticates `Authorization: Bearer …`. Tokens in the URL or a form are not accepted (RFC 6750).
 * @throws ApiError 401 with a WWW-Authenticate challenge (RFC 6750 3)
 */
export const authenticate = async (request: Request, findPrincipal: FindPrincipal): Promise<Principal> => {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(request.get('Authorization') ?? '') ?? [];
  // Without the Bearer scheme, the challenge has no error code (RFC 6750 3.1).
  if (token === undefined) throw unauthorized(!/^Bearer(?: |$)/i.test(request.get('Authorization') ?? ''));
  const found = await findPrincipal(token);
  if (found === 'expired') {
    throw new ApiError('expired_token', 'The access token has expired; refresh it, or sign in again.', {
      headers: { 'WWW-Authenticate': `${realm}, error="invalid_token", error_description="The access token expired"` },
    });
  }
  if (found === 'invalid') {
    throw invalidTokenError();
  }
  return found;
};

/** Creates the 401 for an unknown or revoked token, or a disabled person's token. */
export const invalidTokenError = (): ApiError =>
  new ApiError('invalid_token', 'The access token is invalid: unknown, revoked, or issued to a disabled person.', {
    headers: {
      'WWW-Authenticate': `${realm}, error="invalid_token", error_description="The access token is not valid"`,
    },
  });

const unauthorized = (isMissing: boolean): ApiError =>
  isMissing
    ? new ApiError('no_token', 'An access token is required: send "Authorization: Bearer …".', {
        headers: { 'WWW-Authenticate': realm },
      })
    : new ApiError('invalid_token', 'The Authorization header contains no valid bearer token.', {
        headers: { 'WWW-Authenticate': `${realm}, error="invalid_token"` },
      });

/** @throws ApiError 403 when the token lacks the operation's scope. */
export const requireScope = ({ scope }: Operation, caller: Principal): void => {
  if (scope === null || caller.scopes.has(scope)) return;
  throw new ApiError('insufficient_scope', `The token lacks the scope ${scope}.`, {
    headers: { 'WWW-Authenticate': `${realm}, error="insufficient_scope", scope="${scope}"` },
  });
};

/** @throws ApiError 403 when the operation is hidden from the caller's role. */
export const requireVisible = ({ hidden, roles }: Operation, { person }: Principal): void => {
  if (hidden && !roles.includes(person.role)) {
    throw new ApiError('no_access', `Only the role ${roles.join(' or ')} has access.`);
  }
};
