import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';
import { policyOf } from '../clients/client-policy.ts';
import { isRegistered } from '../clients/registered-redirect.ts';
import { capAsked } from '../grants/scope-cap.ts';
import type { GrantHandler } from '../provider-internals.ts';
import type { Records, SingleUse, SingleUseModel } from '../store/records.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { openAnswer, sealAnswer, type TokenAnswer } from './sealed-answer.ts';
import type { TokenLimits } from './token-limits.ts';

type Needs = { work: UnitOfWork; records: Records; limits: TokenLimits; clock: () => number; log: Logger };

const exchangeModel = 'AuthorizationCode';
const refreshModel = 'RefreshToken';

/**
 * The exchange of a code, in one transaction that locks it: of two at once the second waits, finds the code used, and
 * revokes all that came from it (RFC 6749 4.1.2), at once as well as long after the code has expired.
 */
export const exchangeOnce =
  (needs: Needs, exchange: GrantHandler): GrantHandler =>
  async ctx => {
    await needs.limits.admit(ctx);
    await inOneTransaction(needs.work, async () => {
      const code = parameter(ctx, 'code');
      const used = await usedBefore(needs, ctx, exchangeModel, code);
      if (used !== null) await refuse(needs, ctx, used);
      if (!isRegistered(ctx.oidc.client, parameter(ctx, 'redirect_uri'))) throw new errors.InvalidGrant('taken away');
      await exchange(ctx);
    });
  };

/**
 * A refresh, in one transaction that locks the token: a second use revokes the grant (RFC 9700 4.14.2), unless it falls
 * within the client's grace and is answered with the very tokens the first one was given.
 */
export const refreshOnce =
  (needs: Needs, refresh: GrantHandler): GrantHandler =>
  async ctx => {
    await needs.limits.admit(ctx);
    await inOneTransaction(needs.work, async () => {
      const token = parameter(ctx, 'refresh_token');
      const used = await usedBefore(needs, ctx, refreshModel, token);
      if (used !== null) {
        ctx.body = repeated(used, token, graceOf(ctx), needs.clock()) ?? (await refuse(needs, ctx, used));
        return;
      }
      capAsked(ctx);
      await refresh(ctx);
      if (graceOf(ctx) > 0) {
        await needs.records.keepAnswer(refreshModel, token, sealAnswer(ctx.body as TokenAnswer, token));
      }
    });
  };

/** A refused request still leaves its trace, a revoked grant: what the library means to answer is no reason to roll back. */
const inOneTransaction = async (work: UnitOfWork, handle: () => Promise<void>): Promise<void> => {
  const refusal = await work.whole(async () => {
    try {
      await handle();
      return null;
    } catch (error) {
      if (error instanceof errors.OIDCProviderError && error.expose) return error;
      throw error;
    }
  });
  if (refusal !== null) throw refusal;
};

/** The record of a token of this client that has been used; null for any other, which the library judges. */
const usedBefore = async (
  { records }: Needs,
  ctx: KoaContextWithOIDC,
  model: SingleUseModel,
  token: string,
): Promise<SingleUse | null> => {
  const record = token === '' ? null : await records.lockSingleUse(model, token);
  return record?.consumedAt != null && record.clientId === ctx.oidc.client?.clientId ? record : null;
};

const refuse = async ({ records, log }: Needs, ctx: KoaContextWithOIDC, { grantId }: SingleUse): Promise<never> => {
  if (grantId !== null) await records.revokeGrant(grantId);
  log.warn({ client: ctx.oidc.client?.clientId }, 'a code or refresh token was used twice; its grant is revoked');
  throw new errors.InvalidGrant('already used');
};

/** The answer of the first use, with what is left of its access token's life; null once the grace is over. */
const repeated = (used: SingleUse, token: string, graceSeconds: number, now: number): TokenAnswer | null => {
  const elapsedSeconds = Math.floor((now - (used.consumedAt ?? 0)) / 1000);
  if (used.answer === null || elapsedSeconds >= graceSeconds) return null;
  const answer = openAnswer(used.answer, token);
  return { ...answer, expires_in: Math.max(1, Number(answer['expires_in']) - elapsedSeconds) };
};

const graceOf = ({ oidc: { client } }: KoaContextWithOIDC): number =>
  client === undefined ? 0 : policyOf(client).refreshGraceSeconds;

const parameter = ({ oidc: { params } }: KoaContextWithOIDC, name: string): string => {
  const value = params?.[name];
  return typeof value === 'string' ? value : '';
};
