import type { KoaContextWithOIDC } from 'oidc-provider';
import { type ErrorName, errorTable, getErrorStatus } from '#contract/errors';
import type { ApiError } from '../../http/errors.ts';
import { hasTwoAuthMethods, isAuthMissingOrMalformed } from '../clients/client-authentication.ts';
import { capIntrospected } from '../grants/scope-cap.ts';
import { oauthErrorBody, sharedErrorNames } from '../oauth-errors.ts';
import type { TokenLimits } from './token-limits.ts';

type Body = Record<string, unknown>;

/** Returns the store outage that caused oidc-provider's server_error; undefined for other causes. */
export type FindOutage = (ctx: KoaContextWithOIDC) => ApiError | undefined;

/**
 * Formats oidc-provider's JSON responses like the API's: indented, with `token_type` in lower case. Errors have the
 * members of OAuth (RFC 6749 5.2) and of the API, so that OAuth and API clients can read them.
 */
export const shapeResponses =
  (limits: TokenLimits, findOutage: FindOutage) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    await next();
    const body: unknown = isEmptyRevocation(ctx) ? {} : ctx.body;
    if (!isObject(body)) return;
    const isError = typeof body['error'] === 'string' && ctx.status >= 400;
    const outage = findOutage(ctx);
    const shaped = outage
      ? oauthErrorBody(outage.errorName, outage.message)
      : isError
        ? await shapeError(ctx, body, limits)
        : shapeSuccess(ctx, body);
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = `${JSON.stringify(shaped, null, 2)}\n`;
  };

/** Detects an empty revocation response. RFC 7009 2.2 allows any body, and some clients read only JSON. */
const isEmptyRevocation = ({ oidc, status, body }: KoaContextWithOIDC): boolean =>
  oidc.route === 'revocation' && status === 200 && body === '';

const shapeSuccess = (ctx: KoaContextWithOIDC, body: Body): Body => {
  if (ctx.oidc.route === 'discovery') return { ...body, response_modes_supported: ['query', 'fragment'] };
  if (ctx.oidc.route === 'introspection') capIntrospected(ctx, body);
  return typeof body['token_type'] === 'string' ? { ...body, token_type: body['token_type'].toLowerCase() } : body;
};

const shapeError = async (ctx: KoaContextWithOIDC, body: Body, limits: TokenLimits): Promise<Body> => {
  const original = toErrorName(ctx, String(body['error']));
  const name = original === 'invalid_client' && (await limits.countFailure(ctx)) ? 'too_many_requests' : original;
  ctx.status = getErrorStatus(name);
  // RFC 6749 5.2; sent even if the client did not use Basic.
  if (ctx.status === 401) ctx.set('WWW-Authenticate', 'Basic realm="stardesk", charset="UTF-8"');
  return oauthErrorBody(name, describeError(name, body['error_description']));
};

const toErrorName = (ctx: KoaContextWithOIDC, error: string): ErrorName => {
  if (error === 'server_error') return 'internal';
  if (error === 'temporarily_unavailable') return 'too_many_requests';
  if (error === 'invalid_request' && ctx.oidc.client === undefined) {
    const { authorization } = ctx.headers;
    const { client_id: clientId, client_secret: secret } = ctx.oidc.params ?? {};
    if (!hasTwoAuthMethods(authorization, secret) && isAuthMissingOrMalformed(authorization, clientId))
      return 'invalid_client';
  }
  // oidc-provider reports invalid_request; RFC 6749 5.2 requires unauthorized_client.
  if (error === 'invalid_request' && requestsForbiddenGrant(ctx)) return 'unauthorized_client';
  return sharedErrorNames.find(each => each === error) ?? 'invalid_request';
};

const requestsForbiddenGrant = ({ oidc: { client, params, route } }: KoaContextWithOIDC): boolean => {
  const grantType = params?.['grant_type'];
  return (
    route === 'token' && client !== undefined && typeof grantType === 'string' && !client.grantTypeAllowed(grantType)
  );
};

const describeError = (name: ErrorName, original: unknown): string => {
  if (name === 'internal') return 'An internal error occurred; it was logged with the request id.';
  if (name === 'too_many_requests') return 'Too many token requests; retry after the seconds in Retry-After.';
  if (name === 'invalid_client') return 'The client is unknown or its authentication is invalid.';
  if (name === 'invalid_grant') {
    return 'The code or token is unknown, expired, used or revoked, or belongs to another client or redirect URI.';
  }
  // oidc-provider's error for a large form in chunks, whose length is not known in advance.
  if (original === 'failed to parse the request body') {
    return 'The form is incomplete or larger than 56 KiB.';
  }
  return typeof original === 'string' ? original : errorTable[name][1];
};

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !Array.isArray(value);
