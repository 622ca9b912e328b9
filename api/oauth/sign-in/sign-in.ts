import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { z } from 'zod';
import { clientAddress } from '../../http/client-address.ts';
import type { Account } from '../accounts/accounts.ts';
import { type Authentication, authenticate } from '../accounts/authenticate.ts';
import { type SignInLimits, TooManyFailures } from '../accounts/sign-in-limits.ts';
import { errorPage } from '../pages/error-page.ts';
import { writePage } from '../pages/page.ts';
import { type SignInForm, signInPage } from '../pages/sign-in-page.ts';
import { tooMany, wrong } from '../pages/sign-in-problems.ts';
import type { Site } from '../pages/site.ts';
import type { Records } from '../store/records.ts';
import { EndedMeanwhile, type Standing } from '../store/standing.ts';
import { beginAgain, requestOf } from './begin-again.ts';
import { isSignedInSince, sessionOf } from './browser-session.ts';
import { findStep, nullIfOver, type Step } from './interactions.ts';
import { answerLate } from './late-sign-in.ts';
import { goOnAs } from './resume.ts';

type Needs = Authentication & {
  site: Site;
  provider: () => Provider;
  records: Records;
  standing: Standing;
  limits: SignInLimits;
  log: Logger;
};

const form = z.object({
  email: z.string().max(254).catch(''),
  password: z.string().max(1024).catch(''),
  request: z.string().catch(''),
});

/** GET /oauth/sign-in/{uid}: the form; or, after Back, that it has done its work, with the way on. */
export const showSignIn =
  ({ site, provider }: Needs): RequestHandler =>
  async (request, response) => {
    const { client, loginHint, interaction } = await findStep(provider(), request, response, 'login');
    const asked = requestOf(interaction);
    if (!isSignedInSince(await sessionOf(provider(), request, response), interaction)) {
      return writePage(response, 200, signInPage(site.publicUrl, { client, email: loginHint, request: asked }));
    }
    const href = beginAgain(site.publicUrl, asked, { prompt: null });
    const link = client.firstParty && site.deskUrl !== null ? undefined : { href, label: `Continue to ${client.name}` };
    writePage(response, 200, errorPage(site, { kind: 'step_finished', link }));
  };

/** POST /oauth/sign-in/{uid}: signs in and goes on with the authorization, or shows the form again. */
export const signIn = (needs: Needs): RequestHandler => {
  const again = (response: Response, status: number, step: Step, email: string, problem: SignInForm['problem']) => {
    const form = { client: step.client, email, problem, request: requestOf(step.interaction) };
    writePage(response, status, signInPage(needs.site.publicUrl, form));
  };

  return async (request, response) => {
    const { email, password, request: asked } = form.parse(request.body ?? {});
    const step = await findStep(needs.provider(), request, response, 'login').catch(nullIfOver);
    if (step === null) return answerLate(needs, request, response, { email, request: asked });
    const attempt = () => authenticate(needs, email, password);
    const found = await needs.limits.attempt(clientAddress(request), email, attempt).catch(waitOf);
    if (found === null) return again(response, 422, step, email, wrong);
    if (typeof found === 'number') {
      response.setHeader('Retry-After', found);
      return again(response, 429, step, email, tooMany(found));
    }
    needs.log.info({ person: found.id }, 'signed in');
    await proceed(needs, request, response, step, found).catch(error => {
      if (!(error instanceof EndedMeanwhile)) throw error;
      again(response, 422, step, email, wrong);
    });
  };
};

/** The seconds to wait; anything but too many failures is thrown on. */
const waitOf = (error: unknown): number => {
  if (error instanceof TooManyFailures) return error.waitSeconds;
  throw error;
};

/**
 * Goes on with who it is. Someone else's session in this browser ends, whether this sign-in was begun in it or not:
 * the library would do it by a script.
 */
const proceed = async (
  { provider, records, standing }: Needs,
  request: Request,
  response: Response,
  { interaction }: Step,
  account: Account,
): Promise<void> => {
  const session = await sessionOf(provider(), request, response);
  const isElses = session.accountId !== undefined && session.accountId !== account.id;
  if (isElses) await records.removeByUid('Session', session.uid);
  if (interaction.session !== undefined) {
    delete interaction.session;
    await interaction.persist();
  }
  await goOnAs(provider(), request, response, { interaction, account, standing });
};
