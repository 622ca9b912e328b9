import type { Request, RequestHandler } from 'express';
import { decodeJwt } from 'jose';
import { type Client, errors, type Provider, type Session } from 'oidc-provider';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { findAccount } from '../accounts/accounts.ts';
import { policyOf } from '../clients/client-policy.ts';
import { endSession } from '../grants/end-grants.ts';
import { writePage } from '../pages/page.ts';
import { signedOutPage, signOutPage } from '../pages/signed-out-page.ts';
import type { Site } from '../pages/site.ts';
import { queryOf } from '../query.ts';
import { leave, sessionOf } from './browser-session.ts';

type Needs = { site: Site; provider: () => Provider; database: Database };

/** OpenID Connect RP-Initiated Logout 1.0, section 2. */
const asked = z.object({
  client_id: z.string().optional(),
  id_token_hint: z.string().optional(),
  post_logout_redirect_uri: z.string().optional(),
  state: z.string().optional(),
});

type Destination = { client: Client | null; address: string | null };

/**
 * GET /oauth/logout: ends the session of this browser. At once for the desk's own web app on its way to its own address:
 * all a foreign page could do with that is to make somebody type a password once more, for the web app ends its own
 * tokens itself. Anyone else has to press a button.
 */
export const logout =
  ({ site, provider, database }: Needs): RequestHandler =>
  async (request, response) => {
    const { client, address } = await findDestination(provider(), request);
    const session = await sessionOf(provider(), request, response);
    const account = await findAccount(database.read, session.accountId ?? '');
    const atOnce = client !== null && address !== null && policyOf(client).firstParty;
    if (account !== null && !atOnce) return writePage(response, 200, signOutPage(site, account.email));
    await leave(provider(), request, response, session => session.destroy());
    if (address !== null) return response.redirect(303, address);
    writePage(response, 200, signedOutPage(site));
  };

/**
 * POST /oauth/logout: the button of the page above; the address still says where to go afterwards. Without one that is
 * the page above again, which then says that it is done, and may be loaded again. It ends the web app's tokens too.
 */
export const confirmLogout =
  ({ site, provider, database }: Needs): RequestHandler =>
  async (request, response) => {
    const { address } = await findDestination(provider(), request);
    // The cookie is SameSite=Lax: from a foreign page this POST arrives without it and ends nothing.
    const whole = ({ uid }: Session) => database.transaction(writes => endSession(writes, uid));
    await leave(provider(), request, response, whole);
    response.redirect(303, address ?? `${site.publicUrl}/oauth/logout`);
  };

/** @throws InvalidClient, InvalidRequest for a client or an address that is not registered */
const findDestination = async (provider: Provider, { url }: Request): Promise<Destination> => {
  const query = asked.parse(Object.fromEntries(new URLSearchParams(queryOf(url))));
  const audience = audienceOf(query.id_token_hint);
  const clientId = query.client_id ?? audience;
  if (audience !== null && audience !== clientId) throw new errors.InvalidRequest('id_token_hint is of another client');
  if (clientId === null) return { client: null, address: null };
  const client = await provider.Client.find(clientId);
  if (client === undefined) throw new errors.InvalidClient('client is invalid', 'client not found');
  const uri = query.post_logout_redirect_uri;
  if (uri === undefined) return { client, address: null };
  if (!client.postLogoutRedirectUriAllowed(uri)) {
    throw new errors.InvalidRequest('post_logout_redirect_uri is not registered');
  }
  const address = new URL(uri);
  if (query.state !== undefined) address.searchParams.set('state', query.state);
  return { client, address: address.href };
};

/** Only says which client it is; nothing is done on the word of a token that anybody may have written. */
const audienceOf = (idToken: string | undefined): string | null => {
  if (idToken === undefined) return null;
  try {
    const { aud } = decodeJwt(idToken);
    return typeof aud === 'string' ? aud : null;
  } catch {
    throw new errors.InvalidRequest('could not decode id_token_hint');
  }
};
