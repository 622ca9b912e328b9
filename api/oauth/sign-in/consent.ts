import type { RequestHandler } from 'express';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { findAccount } from '../accounts/accounts.ts';
import { renderConsentPage } from '../pages/consent-page.ts';
import { writePage } from '../pages/page.ts';
import type { Site } from '../pages/site.ts';
import { findSignInStep, nullIfExpired } from './interactions.ts';
import { getAuthorizationRequest, toRestartUrl } from './restart-authorization.ts';

type Dependencies = { site: Site; provider: () => Provider; database: Database };

const form = z.object({ decision: z.enum(['allow', 'cancel']).catch('cancel'), request: z.string().catch('') });

/** GET /oauth/consent/{uid}: shows the consent page. */
export const showConsent =
  ({ site, provider, database }: Dependencies): RequestHandler =>
  async (request, response) => {
    const { interaction, client, scopes } = await findSignInStep(provider(), request, response, 'consent');
    const account = await findAccount(database.read, interaction.session?.accountId ?? '');
    const authorization = getAuthorizationRequest(interaction);
    const content = {
      client,
      scopes,
      email: account?.email ?? '',
      redirectUri: new URLSearchParams(authorization).get('redirect_uri') ?? '',
      request: authorization,
      otherPersonUrl: toRestartUrl(site.apiPublicUrl, authorization, { prompt: 'login', login_hint: null }),
    };
    writePage(response, 200, renderConsentPage(site, content));
  };

/** POST /oauth/consent/{uid}: continues the authorization, or returns access_denied to the client. */
export const decideConsent =
  ({ site: { apiPublicUrl }, provider }: Dependencies): RequestHandler =>
  async (request, response) => {
    const { decision, request: authorization } = form.parse(request.body ?? {});
    const stepPromise = findSignInStep(provider(), request, response, 'consent');
    // A resubmitted or expired form restarts the request, which finds earlier consent. Cancel never uses that consent.
    const restart = (query: string): string =>
      toRestartUrl(apiPublicUrl, query, { prompt: decision === 'allow' ? null : 'consent' });
    if (authorization !== '' && (await stepPromise.catch(nullIfExpired)) === null) {
      return response.redirect(303, restart(authorization));
    }
    const { interaction } = await stepPromise;
    const declined = { error: 'access_denied', error_description: 'The person declined.' };
    const result = decision === 'allow' ? { consent: {} } : declined;
    const resumeUrl = await provider().interactionResult(request, response, result);
    response.redirect(303, `${resumeUrl}${new URL(restart(getAuthorizationRequest(interaction))).search}`);
  };
