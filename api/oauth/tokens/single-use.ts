import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';
import { getPolicy } from '../clients/client-policy.ts';
import { isRedirectUriRegistered } from '../clients/redirect-uri.ts';
import { capRequestedScope } from '../grants/scope-cap.ts';
import type { GrantHandler } from '../provider-internals.ts';
import type { Records, SingleUseModel, SingleUseToken } from '../store/records.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { openSealedResponse, sealResponse, type TokenResponseBody } from './sealed-response.ts';
import type { TokenLimits } from './token-limits.ts';

type Dependencies = { work: UnitOfWork; records: Records; limits: TokenLimits; clock: () => number; log: Logger };

const exchangeModel = 'AuthorizationCode';
const refreshModel = 'RefreshToken';

/**
 * Exchanges a code in a transaction that locks it; a concurrent second use waits. Any second use by the same client
 * revokes the grant (RFC 6749 4.1.2), even long after the code has expired.
 */
export const handleCodeExchange =
  (dependencies: Dependencies, exchange: GrantHandler): GrantHandler =>
  async ctx => {
    await dependencies.limits.countRequest(ctx);
    await inOneTransaction(dependencies.work, async () => {
      const code = getParameter(ctx, 'code');
      const usedCode = await findUsed(dependencies, ctx, exchangeModel, code);
      if (usedCode !== null) await rejectReuse(dependencies, ctx, usedCode);
      if (!isRedirectUriRegistered(ctx.oidc.client, getParameter(ctx, 'redirect_uri')))
        throw new errors.InvalidGrant('redirect URI no longer registered');
      await exchange(ctx);
    });
  };

/**
 * Refreshes tokens in a transaction that locks the refresh token. Within the client's grace period, a second use gets
 * the same tokens as the first. After that period, a second use revokes the grant (RFC 9700 4.14.2).
 */
export const handleRefresh =
  (dependencies: Dependencies, refresh: GrantHandler): GrantHandler =>
  async ctx => {
    await dependencies.limits.countRequest(ctx);
    await inOneTransaction(dependencies.work, async () => {
      const token = getParameter(ctx, 'refresh_token');
      const usedToken = await findUsed(dependencies, ctx, refreshModel, token);
      if (usedToken !== null) {
        ctx.body =
          repeatResponse(usedToken, token, getGraceSeconds(ctx), dependencies.clock()) ??
          (await rejectReuse(dependencies, ctx, usedToken));
        return;
      }
      capRequestedScope(ctx);
      await refresh(ctx);
      if (getGraceSeconds(ctx) > 0) {
        await dependencies.records.storeSealedResponse(
          refreshModel,
          token,
          sealResponse(ctx.body as TokenResponseBody, token),
        );
      }
    });
  };

/** Commits even after an OAuth error, because a revocation of the grant must be stored. */
const inOneTransaction = async (work: UnitOfWork, handle: () => Promise<void>): Promise<void> => {
  const rejection = await work.runInTransaction(async () => {
    try {
      await handle();
      return null;
    } catch (error) {
      if (error instanceof errors.OIDCProviderError && error.expose) return error;
      throw error;
    }
  });
  if (rejection !== null) throw rejection;
};

/** Finds a used code or refresh token of this client. Null for any other token, which oidc-provider validates. */
const findUsed = async (
  { records }: Dependencies,
  ctx: KoaContextWithOIDC,
  model: SingleUseModel,
  token: string,
): Promise<SingleUseToken | null> => {
  const record = token === '' ? null : await records.lockSingleUseToken(model, token);
  return record?.consumedAt != null && record.clientId === ctx.oidc.client?.clientId ? record : null;
};

/** Revokes the grant of a reused code or refresh token. @throws errors.InvalidGrant always */
const rejectReuse = async (
  { records, log }: Dependencies,
  ctx: KoaContextWithOIDC,
  { grantId }: SingleUseToken,
): Promise<never> => {
  if (grantId !== null) await records.revokeGrant(grantId);
  log.warn({ client: ctx.oidc.client?.clientId }, 'authorization code or refresh token reused; grant revoked');
  throw new errors.InvalidGrant('already used');
};

/** Repeats the stored response, with the remaining `expires_in`. Null without a response or after the grace period. */
const repeatResponse = (
  used: SingleUseToken,
  token: string,
  graceSeconds: number,
  now: number,
): TokenResponseBody | null => {
  const elapsedSeconds = Math.floor((now - (used.consumedAt ?? 0)) / 1000);
  if (used.answer === null || elapsedSeconds >= graceSeconds) return null;
  const response = openSealedResponse(used.answer, token);
  return { ...response, expires_in: Math.max(1, Number(response['expires_in']) - elapsedSeconds) };
};

const getGraceSeconds = ({ oidc: { client } }: KoaContextWithOIDC): number =>
  client === undefined ? 0 : getPolicy(client).refreshGraceSeconds;

const getParameter = ({ oidc: { params } }: KoaContextWithOIDC, name: string): string => {
  const value = params?.[name];
  return typeof value === 'string' ? value : '';
};
