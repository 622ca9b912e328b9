import type { Request } from 'express';
import type { Operation } from '#contract/operation';
import { ApiError } from './errors.ts';
import type { FindPrincipal, Principal } from './principal.ts';

const realm = 'Bearer realm="stardesk"';

/**
 * The person behind `Authorization: Bearer …`; tokens in the address or a form are not looked at (RFC 6750).
 * @throws ApiError 401 with the challenge of RFC 6750 3
 */
export const authenticate = async (request: Request, findPrincipal: FindPrincipal): Promise<Principal> => {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(request.get('Authorization') ?? '') ?? [];
  // Another scheme is no bearer token, and is told no error code (RFC 6750 3.1).
  if (token === undefined) throw unauthorized(!/^Bearer(?: |$)/i.test(request.get('Authorization') ?? ''));
  const found = await findPrincipal(token);
  if (found === 'expired') {
    throw new ApiError('expired_token', 'The access token has expired; refresh it, or sign in again.', {
      headers: { 'WWW-Authenticate': `${realm}, error="invalid_token", error_description="The access token expired"` },
    });
  }
  if (found === 'invalid') {
    throw invalidToken();
  }
  return found;
};

/** 401 for a token that is good for nothing, or no longer. */
export const invalidToken = (): ApiError =>
  new ApiError('invalid_token', 'The access token is not valid: unknown, revoked, or of a disabled person.', {
    headers: {
      'WWW-Authenticate': `${realm}, error="invalid_token", error_description="The access token is not valid"`,
    },
  });

const unauthorized = (absent: boolean): ApiError =>
  absent
    ? new ApiError('no_token', 'This needs an access token: send "Authorization: Bearer …".', {
        headers: { 'WWW-Authenticate': realm },
      })
    : new ApiError('invalid_token', 'The Authorization header holds no bearer token.', {
        headers: { 'WWW-Authenticate': `${realm}, error="invalid_token"` },
      });

/** @throws ApiError 403 when the token was not granted the scope the operation asks for. */
export const requireScope = ({ scope }: Operation, caller: Principal): void => {
  if (scope === null || caller.scopes.has(scope)) return;
  throw new ApiError('insufficient_scope', `The token was not granted the scope ${scope}.`, {
    headers: { 'WWW-Authenticate': `${realm}, error="insufficient_scope", scope="${scope}"` },
  });
};
