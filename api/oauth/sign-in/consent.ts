import type { RequestHandler } from 'express';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { findAccount } from '../accounts/accounts.ts';
import { consentPage } from '../pages/consent-page.ts';
import { writePage } from '../pages/page.ts';
import type { Site } from '../pages/site.ts';
import { beginAgain, requestOf } from './begin-again.ts';
import { findStep, nullIfOver } from './interactions.ts';

type Needs = { site: Site; provider: () => Provider; database: Database };

const form = z.object({ decision: z.enum(['allow', 'cancel']).catch('cancel'), request: z.string().catch('') });

/** GET /oauth/consent/{uid}: which program asks for what. */
export const showConsent =
  ({ site: { publicUrl }, provider, database }: Needs): RequestHandler =>
  async (request, response) => {
    const { interaction, client, scopes } = await findStep(provider(), request, response, 'consent');
    const account = await findAccount(database.read, interaction.session?.accountId ?? '');
    const asked = requestOf(interaction);
    const question = {
      client,
      scopes,
      email: account?.email ?? '',
      returnsTo: new URLSearchParams(asked).get('redirect_uri') ?? '',
      request: asked,
      asSomebodyElse: beginAgain(publicUrl, asked, { prompt: 'login', login_hint: null }),
    };
    writePage(response, 200, consentPage(publicUrl, question));
  };

/** POST /oauth/consent/{uid}: goes on with the authorization, or back to the program with access_denied. */
export const decideConsent =
  ({ site: { publicUrl }, provider }: Needs): RequestHandler =>
  async (request, response) => {
    const { decision, request: asked } = form.parse(request.body ?? {});
    const finding = findStep(provider(), request, response, 'consent');
    // Sent twice, or too late: the request begins again, and knows what was allowed a moment ago. Cancel allows nothing.
    const again = (query: string): string =>
      beginAgain(publicUrl, query, { prompt: decision === 'allow' ? null : 'consent' });
    if (asked !== '' && (await finding.catch(nullIfOver)) === null) return response.redirect(303, again(asked));
    const { interaction } = await finding;
    const declined = { error: 'access_denied', error_description: 'The person declined.' };
    const result = decision === 'allow' ? { consent: {} } : declined;
    const wayOn = await provider().interactionResult(request, response, result);
    response.redirect(303, `${wayOn}${new URL(again(requestOf(interaction))).search}`);
  };
