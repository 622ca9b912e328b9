import type { RequestHandler } from 'express';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { findAccount } from './accounts.ts';
import { findStep } from './interactions.ts';
import { consentPage } from './pages/consent-page.ts';
import { writePage } from './pages/page.ts';

type Needs = { publicUrl: string; provider: () => Provider; database: Database };

const form = z.object({ decision: z.enum(['allow', 'cancel']).catch('cancel') });

/** GET /oauth/consent/{uid}: which program asks for what. */
export const showConsent =
  ({ publicUrl, provider, database }: Needs): RequestHandler =>
  async (request, response) => {
    const { interaction, client, scopes } = await findStep(provider(), request, response, 'consent');
    const account = await findAccount(database.read, interaction.session?.accountId ?? '');
    writePage(response, 200, consentPage(publicUrl, { client, scopes, email: account?.email ?? '' }));
  };

/** POST /oauth/consent/{uid}: goes on with the authorization, or back to the program with access_denied. */
export const decideConsent =
  ({ provider }: Needs): RequestHandler =>
  async (request, response) => {
    await findStep(provider(), request, response, 'consent');
    const { decision } = form.parse(request.body ?? {});
    const declined = { error: 'access_denied', error_description: 'The person declined.' };
    await provider().interactionFinished(request, response, decision === 'allow' ? { consent: {} } : declined);
  };
