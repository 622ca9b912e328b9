import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { policyOf } from '../clients/client-policy.ts';
import { requireRegistered } from '../clients/registered-redirect.ts';
import type { Records } from '../store/records.ts';
import type { Standing } from '../store/standing.ts';
import { capAsked } from './scope-cap.ts';

type Needs = { records: Records; standing: Standing };

/**
 * The grant an authorization goes on with: always a new one, so that revoking it, for a code that was replayed in one
 * tab, leaves a person's other sign-ins alone. None while the person has still to sign in or to be asked.
 */
export const startGrant =
  (needs: Needs) =>
  async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, account, provider } = ctx.oidc;
    if (client === undefined || account === undefined) return undefined;
    requireRegistered(client, ctx.oidc.params?.['redirect_uri']);
    if (ctx.oidc.promptPending('login') || ctx.oidc.promptPending('consent')) return undefined;
    const scope = capAsked(ctx);
    if (!(await isAllowed(needs, ctx, scope))) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
    grant.addOIDCScope(scope);
    // Nothing is given where neither a code nor a token is asked for, so there is nothing to keep.
    if (ctx.oidc.params?.['response_type'] !== 'none') await keep(needs, ctx, grant);
    return grant;
  };

/** With the session, where the grant is a sign-in of the web app: it ends with the one that it was made in. */
const keep = async (
  { records }: Needs,
  { oidc: { client, session } }: KoaContextWithOIDC,
  grant: Grant,
): Promise<void> => {
  await grant.save();
  if (client !== undefined && policyOf(client).firstParty && session !== undefined) {
    await records.tieToSession(grant.jti, session.uid);
  }
};

/** Nobody is asked twice in one session for what they allowed, nor ever for the desk's own web app. */
const isAllowed = async ({ standing }: Needs, ctx: KoaContextWithOIDC, scope: string): Promise<boolean> => {
  const { client, session, result, provider } = ctx.oidc;
  if (client === undefined || session === undefined) return false;
  if (policyOf(client).firstParty || result?.consent !== undefined) return true;
  const earlier = session.grantIdFor(client.clientId);
  const grant = earlier === undefined ? undefined : await provider.Grant.find(earlier);
  const allowed = new Set(grant?.getOIDCScope().split(' '));
  if (grant?.accountId === undefined || grant.accountId !== session.accountId) return false;
  if (!scope.split(' ').every(each => allowed.has(each))) return false;
  await standing.grant(grant.accountId, grant.jti);
  return true;
};
