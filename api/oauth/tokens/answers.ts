import type { KoaContextWithOIDC } from 'oidc-provider';
import { type ErrorName, errorTable, statusOf } from '#contract/errors';
import type { ApiError } from '../../http/errors.ts';
import { isMissingOrMalformed, offersTwice } from '../clients/client-authentication.ts';
import { capIntrospected } from '../grants/scope-cap.ts';
import { oauthErrorBody, sharedNames } from '../oauth-errors.ts';
import type { TokenLimits } from './token-limits.ts';

type Body = Record<string, unknown>;

/** What the library calls its own fault, where it is an outage of the store. */
export type FindOutage = (ctx: KoaContextWithOIDC) => ApiError | undefined;

/**
 * The library's JSON answers in this service's form: pretty, `token_type` in lower case, and errors that carry both
 * OAuth's members (RFC 6749 5.2) and the service's own, so that either kind of client can read them.
 */
export const shapeAnswers =
  (limits: TokenLimits, findOutage: FindOutage) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    await next();
    const body: unknown = isRevoked(ctx) ? {} : ctx.body;
    if (!isObject(body)) return;
    const failed = typeof body['error'] === 'string' && ctx.status >= 400;
    const outage = findOutage(ctx);
    const shaped = outage
      ? oauthErrorBody(outage.is, outage.message)
      : failed
        ? await refusal(ctx, body, limits)
        : success(ctx, body);
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = `${JSON.stringify(shaped, null, 2)}\n`;
  };

/** RFC 7009 2.2 leaves the body to us, and the library leaves it out; some clients read nothing but JSON. */
const isRevoked = ({ oidc, status, body }: KoaContextWithOIDC): boolean =>
  oidc.route === 'revocation' && status === 200 && body === '';

const success = (ctx: KoaContextWithOIDC, body: Body): Body => {
  if (ctx.oidc.route === 'discovery') return { ...body, response_modes_supported: ['query', 'fragment'] };
  if (ctx.oidc.route === 'introspection') capIntrospected(ctx, body);
  return typeof body['token_type'] === 'string' ? { ...body, token_type: body['token_type'].toLowerCase() } : body;
};

const refusal = async (ctx: KoaContextWithOIDC, body: Body, limits: TokenLimits): Promise<Body> => {
  const found = errorName(ctx, String(body['error']));
  const name = found === 'invalid_client' && (await limits.isTooMany(ctx)) ? 'too_many_requests' : found;
  ctx.status = statusOf(name);
  // RFC 6749 5.2, whether or not the client tried this way.
  if (ctx.status === 401) ctx.set('WWW-Authenticate', 'Basic realm="stardesk", charset="UTF-8"');
  return oauthErrorBody(name, describe(name, body['error_description']));
};

const errorName = (ctx: KoaContextWithOIDC, error: string): ErrorName => {
  if (error === 'server_error') return 'internal';
  if (error === 'temporarily_unavailable') return 'too_many_requests';
  if (error === 'invalid_request' && ctx.oidc.client === undefined) {
    const { authorization } = ctx.headers;
    const { client_id: clientId, client_secret: secret } = ctx.oidc.params ?? {};
    if (!offersTwice(authorization, secret) && isMissingOrMalformed(authorization, clientId)) return 'invalid_client';
  }
  // The library says invalid_request; RFC 6749 5.2 has a name for it.
  if (error === 'invalid_request' && asksForAnotherGrant(ctx)) return 'unauthorized_client';
  return sharedNames.find(each => each === error) ?? 'invalid_request';
};

const asksForAnotherGrant = ({ oidc: { client, params, route } }: KoaContextWithOIDC): boolean => {
  const asked = params?.['grant_type'];
  return route === 'token' && client !== undefined && typeof asked === 'string' && !client.grantTypeAllowed(asked);
};

const describe = (name: ErrorName, given: unknown): string => {
  if (name === 'internal') return 'An internal error occurred; it was logged with the request id.';
  if (name === 'too_many_requests') return 'There were too many token requests; Retry-After says how long to wait.';
  if (name === 'invalid_client') return 'The client is unknown, or did not authenticate as it was registered to.';
  if (name === 'invalid_grant') {
    return 'The code or token is unknown, expired, used or revoked, or belongs to another client or redirect URI.';
  }
  // What the library says of a form in chunks that is too large, of which nobody knew before.
  if (given === 'failed to parse the request body') {
    return 'The form could not be read: it ended early, or is larger than 56 KiB.';
  }
  return typeof given === 'string' ? given : errorTable[name][1];
};

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !Array.isArray(value);
