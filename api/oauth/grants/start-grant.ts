import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { getPolicy } from '../clients/client-policy.ts';
import { requireRegisteredRedirectUri } from '../clients/redirect-uri.ts';
import type { Records } from '../store/records.ts';
import type { RevocationCheck } from '../store/revocation-check.ts';
import { capRequestedScope } from './scope-cap.ts';

type Dependencies = { records: Records; revocationCheck: RevocationCheck };

/**
 * Creates the grant of an authorization. The grant is always new, so that revoking it for a replayed code does not
 * affect other sign-ins. Returns undefined while sign-in or consent is pending.
 * @throws InvalidRedirectUri if the redirect URI was removed, InvalidScope if no scope can be granted
 */
export const startGrant =
  (dependencies: Dependencies) =>
  async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, account, provider } = ctx.oidc;
    if (client === undefined || account === undefined) return undefined;
    requireRegisteredRedirectUri(client, ctx.oidc.params?.['redirect_uri']);
    if (ctx.oidc.promptPending('login') || ctx.oidc.promptPending('consent')) return undefined;
    const scope = capRequestedScope(ctx);
    if (!(await hasConsent(dependencies, ctx, scope))) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
    grant.addOIDCScope(scope);
    // `none` issues neither a code nor a token, so there is nothing to store.
    if (ctx.oidc.params?.['response_type'] !== 'none') await saveGrant(dependencies, ctx, grant);
    return grant;
  };

/** Stores a grant. Links a grant of the web app to its session, so that grant and session end together. */
const saveGrant = async (
  { records }: Dependencies,
  { oidc: { client, session } }: KoaContextWithOIDC,
  grant: Grant,
): Promise<void> => {
  await grant.save();
  if (client !== undefined && getPolicy(client).firstParty && session !== undefined) {
    await records.linkGrantToSession(grant.jti, session.uid);
  }
};

/** Tests if the scope needs no further consent. True for first-party clients, or after consent in this session. */
const hasConsent = async (
  { revocationCheck }: Dependencies,
  ctx: KoaContextWithOIDC,
  scope: string,
): Promise<boolean> => {
  const { client, session, result, provider } = ctx.oidc;
  if (client === undefined || session === undefined) return false;
  if (getPolicy(client).firstParty || result?.consent !== undefined) return true;
  const earlierId = session.grantIdFor(client.clientId);
  const grant = earlierId === undefined ? undefined : await provider.Grant.find(earlierId);
  const allowedScopes = new Set(grant?.getOIDCScope().split(' '));
  if (grant?.accountId === undefined || grant.accountId !== session.accountId) return false;
  if (!scope.split(' ').every(each => allowedScopes.has(each))) return false;
  await revocationCheck.requireGrant(grant.accountId, grant.jti);
  return true;
};
