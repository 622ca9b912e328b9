import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { z } from 'zod';
import { getClientAddress } from '../../http/client-address.ts';
import type { Account } from '../accounts/accounts.ts';
import { type AuthenticationDependencies, authenticateByPassword } from '../accounts/authenticate.ts';
import { type SignInLimits, TooManyFailuresError } from '../accounts/sign-in-limits.ts';
import { formatErrorPage } from '../pages/error-page.ts';
import { writePage } from '../pages/page.ts';
import { invalidCredentials, renderSignInPage, type SignInProblem, tooManyFailures } from '../pages/sign-in-page.ts';
import type { Site } from '../pages/site.ts';
import type { Records } from '../store/records.ts';
import { type RevocationCheck, RevokedDuringRequestError } from '../store/revocation-check.ts';
import { findBrowserSession, isSignedInSince } from './browser-session.ts';
import { respondToExpiredSignIn } from './expired-sign-in.ts';
import { findSignInStep, nullIfExpired, type SignInStep } from './interactions.ts';
import { getAuthorizationRequest, toRestartUrl } from './restart-authorization.ts';
import { resumeSignIn } from './resume.ts';

type Dependencies = AuthenticationDependencies & {
  site: Site;
  provider: () => Provider;
  records: Records;
  revocationCheck: RevocationCheck;
  limits: SignInLimits;
  log: Logger;
};

const form = z.object({
  email: z.string().max(254).catch(''),
  password: z.string().max(1024).catch(''),
  request: z.string().catch(''),
});

/**
 * GET /oauth/sign-in/{uid}: shows the form. If this browser has signed in since the step began, for example before the
 * Back button was pressed, shows a link to continue instead.
 */
export const showSignIn =
  ({ site, provider }: Dependencies): RequestHandler =>
  async (request, response) => {
    const { client, loginHint, interaction } = await findSignInStep(provider(), request, response, 'login');
    const authorization = getAuthorizationRequest(interaction);
    if (!isSignedInSince(await findBrowserSession(provider(), request, response), interaction)) {
      return writePage(response, 200, renderSignInPage(site, { client, email: loginHint, request: authorization }));
    }
    const href = toRestartUrl(site.apiPublicUrl, authorization, { prompt: null });
    const link = client.firstParty && site.deskUrl !== null ? undefined : { href, label: `Continue to ${client.name}` };
    writePage(response, 200, formatErrorPage(site, { kind: 'step_finished', link }));
  };

/** POST /oauth/sign-in/{uid}: signs in and resumes the authorization, or shows the form again. */
export const handleSignIn = (dependencies: Dependencies): RequestHandler => {
  const writeForm = (response: Response, status: number, step: SignInStep, email: string, problem: SignInProblem) => {
    const form = { client: step.client, email, problem, request: getAuthorizationRequest(step.interaction) };
    writePage(response, status, renderSignInPage(dependencies.site, form));
  };

  return async (request, response) => {
    const { email, password, request: authorization } = form.parse(request.body ?? {});
    const step = await findSignInStep(dependencies.provider(), request, response, 'login').catch(nullIfExpired);
    if (step === null)
      return respondToExpiredSignIn(dependencies, request, response, { email, request: authorization });
    const attempt = () => authenticateByPassword(dependencies, email, password);
    const found = await dependencies.limits.attempt(getClientAddress(request), email, attempt).catch(toWaitSeconds);
    if (found === null) return writeForm(response, 422, step, email, invalidCredentials);
    if (typeof found === 'number') {
      response.setHeader('Retry-After', found);
      return writeForm(response, 429, step, email, tooManyFailures(found));
    }
    dependencies.log.info({ person: found.id }, 'signed in');
    await resumeAs(dependencies, request, response, step, found).catch(error => {
      if (!(error instanceof RevokedDuringRequestError)) throw error;
      writeForm(response, 422, step, email, invalidCredentials);
    });
  };
};

/** Converts TooManyFailuresError to the seconds to wait; rethrows other errors. */
const toWaitSeconds = (error: unknown): number => {
  if (error instanceof TooManyFailuresError) return error.waitSeconds;
  throw error;
};

/** Ends a different person's session, for which oidc-provider needs a script, and resumes the authorization. */
const resumeAs = async (
  { provider, records, revocationCheck }: Dependencies,
  request: Request,
  response: Response,
  { interaction }: SignInStep,
  account: Account,
): Promise<void> => {
  const session = await findBrowserSession(provider(), request, response);
  const isOther = session.accountId !== undefined && session.accountId !== account.id;
  if (isOther) await records.removeByUid('Session', session.uid);
  if (interaction.session !== undefined) {
    delete interaction.session;
    await interaction.persist();
  }
  await resumeSignIn(provider(), request, response, { interaction, account, revocationCheck });
};
