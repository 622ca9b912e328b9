import type { Request, RequestHandler } from 'express';
import { decodeJwt } from 'jose';
import { type Client, errors, type Provider, type Session } from 'oidc-provider';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { findAccount } from '../accounts/accounts.ts';
import { getPolicy } from '../clients/client-policy.ts';
import { getRawQuery } from '../endpoints.ts';
import { revokeSession } from '../grants/revoke-grants.ts';
import { writePage } from '../pages/page.ts';
import { renderSignedOutPage, renderSignOutPage } from '../pages/signed-out-page.ts';
import type { Site } from '../pages/site.ts';
import type { UpstreamAccounts } from '../upstream/upstream-accounts.ts';
import { endBrowserSession, findBrowserSession } from './browser-session.ts';

type Dependencies = { site: Site; provider: () => Provider; database: Database; upstream: UpstreamAccounts };

/** OpenID Connect RP-Initiated Logout 1.0, section 2. */
const requestFormat = z.object({
  client_id: z.string().optional(),
  id_token_hint: z.string().optional(),
  post_logout_redirect_uri: z.string().optional(),
  state: z.string().optional(),
});

type Destination = { client: Client | null; redirectUrl: string | null };

/**
 * GET /oauth/logout: asks to confirm a sign-out. For the desk's own web app with its registered URL, ends the session
 * without confirmation. Then redirects to that URL, unless the person may still be signed in at a provider. A foreign
 * page can abuse this exception only to make a person sign in again: the request revokes no tokens, since the web app
 * revokes its own.
 */
export const showLogout =
  ({ site, provider, database, upstream }: Dependencies): RequestHandler =>
  async (request, response) => {
    const { client, redirectUrl } = await findDestination(provider(), request);
    const session = await findBrowserSession(provider(), request, response);
    const account = await findAccount(database.read, session.accountId ?? '');
    const needsNoConfirmation = client !== null && redirectUrl !== null && getPolicy(client).firstParty;
    if (account !== null && !needsNoConfirmation)
      return writePage(response, 200, renderSignOutPage(site, account.email));
    const linked = account === null ? [] : await upstream.listLinkedProviders(account.id);
    await endBrowserSession(provider(), request, response, session => session.destroy());
    if (redirectUrl !== null && linked.length === 0) return response.redirect(303, redirectUrl);
    const providers = account === null ? await upstream.listProviders() : linked;
    writePage(response, 200, renderSignedOutPage(site, { providers }));
  };

/**
 * POST /oauth/logout: ends the session after confirmation and revokes the web app's tokens. Redirects to the given URL,
 * or to GET /oauth/logout, which then shows the signed-out page and can be reloaded.
 */
export const confirmLogout =
  ({ site, provider, database }: Dependencies): RequestHandler =>
  async (request, response) => {
    const { redirectUrl } = await findDestination(provider(), request);
    // The cookie is SameSite=Lax: a cross-site POST has no cookie and ends no session.
    const endWithTokens = ({ uid }: Session) => database.transaction(writes => revokeSession(writes, uid));
    await endBrowserSession(provider(), request, response, endWithTokens);
    response.redirect(303, redirectUrl ?? `${site.apiPublicUrl}/oauth/logout`);
  };

/**
 * Finds the client and the URL to redirect to.
 * @throws InvalidClient for an unknown client, InvalidRequest for an invalid hint or an unregistered URL
 */
const findDestination = async (provider: Provider, { url }: Request): Promise<Destination> => {
  const query = requestFormat.parse(Object.fromEntries(new URLSearchParams(getRawQuery(url))));
  const audience = decodeAudience(query.id_token_hint);
  const clientId = query.client_id ?? audience;
  if (audience !== null && audience !== clientId)
    throw new errors.InvalidRequest('id_token_hint was issued to a different client');
  if (clientId === null) return { client: null, redirectUrl: null };
  const client = await provider.Client.find(clientId);
  if (client === undefined) throw new errors.InvalidClient('client is invalid', 'client not found');
  const uri = query.post_logout_redirect_uri;
  if (uri === undefined) return { client, redirectUrl: null };
  if (!client.postLogoutRedirectUriAllowed(uri)) {
    throw new errors.InvalidRequest('post_logout_redirect_uri is not registered');
  }
  const redirectUrl = new URL(uri);
  if (query.state !== undefined) redirectUrl.searchParams.set('state', query.state);
  return { client, redirectUrl: redirectUrl.href };
};

/** Reads the client id without verifying the signature, so it must not authorize anything. */
const decodeAudience = (idToken: string | undefined): string | null => {
  if (idToken === undefined) return null;
  try {
    const { aud } = decodeJwt(idToken);
    return typeof aud === 'string' ? aud : null;
  } catch {
    throw new errors.InvalidRequest('could not decode id_token_hint');
  }
};
