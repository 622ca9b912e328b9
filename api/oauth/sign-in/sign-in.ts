import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { z } from 'zod';
import { getClientAddress } from '../../http/client-address.ts';
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

/** GET /oauth/sign-in/{uid}: shows the form, or a link to continue if the step is completed, as after Back. */
export const showSignIn =
  ({ site, provider }: Needs): RequestHandler =>
  async (request, response) => {
    const { client, loginHint, interaction } = await findStep(provider(), request, response, 'login');
    const authorization = requestOf(interaction);
    if (!isSignedInSince(await sessionOf(provider(), request, response), interaction)) {
      return writePage(response, 200, signInPage(site.publicUrl, { client, email: loginHint, request: authorization }));
    }
    const href = beginAgain(site.publicUrl, authorization, { prompt: null });
    const link = client.firstParty && site.deskUrl !== null ? undefined : { href, label: `Continue to ${client.name}` };
    writePage(response, 200, errorPage(site, { kind: 'step_finished', link }));
  };

/** POST /oauth/sign-in/{uid}: signs in and resumes the authorization, or shows the form again. */
export const signIn = (needs: Needs): RequestHandler => {
  const writeForm = (response: Response, status: number, step: Step, email: string, problem: SignInForm['problem']) => {
    const form = { client: step.client, email, problem, request: requestOf(step.interaction) };
    writePage(response, status, signInPage(needs.site.publicUrl, form));
  };

  return async (request, response) => {
    const { email, password, request: authorization } = form.parse(request.body ?? {});
    const step = await findStep(needs.provider(), request, response, 'login').catch(nullIfOver);
    if (step === null) return answerLate(needs, request, response, { email, request: authorization });
    const attempt = () => authenticate(needs, email, password);
    const found = await needs.limits.attempt(getClientAddress(request), email, attempt).catch(toWaitSeconds);
    if (found === null) return writeForm(response, 422, step, email, wrong);
    if (typeof found === 'number') {
      response.setHeader('Retry-After', found);
      return writeForm(response, 429, step, email, tooMany(found));
    }
    needs.log.info({ person: found.id }, 'signed in');
    await resumeAs(needs, request, response, step, found).catch(error => {
      if (!(error instanceof EndedMeanwhile)) throw error;
      writeForm(response, 422, step, email, wrong);
    });
  };
};

/** Converts TooManyFailures to the seconds to wait; rethrows other errors. */
const toWaitSeconds = (error: unknown): number => {
  if (error instanceof TooManyFailures) return error.waitSeconds;
  throw error;
};

/** Resumes the authorization and ends another person's session in this browser, for which the library needs a script. */
const resumeAs = async (
  { provider, records, standing }: Needs,
  request: Request,
  response: Response,
  { interaction }: Step,
  account: Account,
): Promise<void> => {
  const session = await sessionOf(provider(), request, response);
  const isOther = session.accountId !== undefined && session.accountId !== account.id;
  if (isOther) await records.removeByUid('Session', session.uid);
  if (interaction.session !== undefined) {
    delete interaction.session;
    await interaction.persist();
  }
  await goOnAs(provider(), request, response, { interaction, account, standing });
};
