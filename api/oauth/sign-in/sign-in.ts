import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { getClientAddress } from '../../http/client-address.ts';
import { type AuthenticationDependencies, authenticateByPassword } from '../accounts/authenticate.ts';
import { toWaitSeconds } from '../accounts/sign-in-limits.ts';
import { findSecondStep } from '../factors/requirement.ts';
import { formatErrorPage } from '../pages/error-page.ts';
import { writePage } from '../pages/page.ts';
import { invalidCredentials, renderSignInPage, type SignInProblem, tooManyFailures } from '../pages/sign-in-page.ts';
import { RevokedDuringRequestError } from '../store/revocation-check.ts';
import { findBrowserSession, isSignedInSince } from './browser-session.ts';
import { respondToExpiredSignIn } from './expired-sign-in.ts';
import { findSignInStep, nullIfExpired, type SignInStep } from './interactions.ts';
import { getAuthorizationRequest, toRestartUrl } from './restart-authorization.ts';
import { completeSignIn, startSecondStep } from './resume.ts';
import { findPendingStep, handleSecondStep, type SecondStepDependencies, writeSecondStep } from './second-step.ts';

type Dependencies = AuthenticationDependencies & SecondStepDependencies;

const form = z.object({
  email: z.string().max(254).catch(''),
  password: z.string().max(1024).catch(''),
  request: z.string().catch(''),
});

/**
 * GET /oauth/sign-in/{uid}: shows the form of the step. If this browser has signed in since the step began, for example
 * before the Back button was pressed, shows a link to continue instead.
 */
export const showSignIn =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const { site, provider } = dependencies;
    const step = await findSignInStep(provider(), request, response, 'login');
    const { client, loginHint, interaction } = step;
    const authorization = getAuthorizationRequest(interaction);
    if (!isSignedInSince(await findBrowserSession(provider(), request, response), interaction)) {
      const pending = await findPendingStep(dependencies, step);
      if (pending !== null) return writeSecondStep(dependencies, response, pending);
      return writePage(response, 200, renderSignInPage(site, { client, email: loginHint, request: authorization }));
    }
    const href = toRestartUrl(site.apiPublicUrl, authorization, { prompt: null });
    const link = client.firstParty && site.deskUrl !== null ? undefined : { href, label: `Continue to ${client.name}` };
    writePage(response, 200, formatErrorPage(site, { kind: 'step_finished', link }));
  };

/** POST /oauth/sign-in/{uid}: signs in and resumes the authorization, or shows the next or the same form. */
export const handleSignIn =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const { email, password, request: authorization } = form.parse(request.body ?? {});
    const step = await findSignInStep(dependencies.provider(), request, response, 'login').catch(nullIfExpired);
    if (step === null)
      return respondToExpiredSignIn(dependencies, request, response, { email, request: authorization });
    const pending = await findPendingStep(dependencies, step);
    const handled =
      pending === null
        ? handlePassword(dependencies, request, response, step, { email, password })
        : handleSecondStep(dependencies, request, response, pending);
    await handled.catch(error => {
      if (!(error instanceof RevokedDuringRequestError)) throw error;
      writeForm(dependencies, response, 422, step, email, invalidCredentials);
    });
  };

/** Checks the password, then resumes the authorization or continues with the second step. */
const handlePassword = async (
  dependencies: Dependencies,
  request: Request,
  response: Response,
  step: SignInStep,
  { email, password }: { email: string; password: string },
): Promise<void> => {
  const attempt = async () => {
    const account = await authenticateByPassword(dependencies, email, password);
    return account && { account, next: await findSecondStep(dependencies, account) };
  };
  const found = await dependencies.limits
    .attempt(getClientAddress(request), email, attempt, ({ next }) => next !== 'code')
    .catch(toWaitSeconds);
  if (found === null) return writeForm(dependencies, response, 422, step, email, invalidCredentials);
  if (typeof found === 'number') {
    response.setHeader('Retry-After', found);
    return writeForm(dependencies, response, 429, step, email, tooManyFailures(found));
  }
  const { account, next } = found;
  const proven = { interaction: step.interaction, account };
  if (next !== 'none')
    return startSecondStep(dependencies, request, response, {
      ...proven,
      apiPublicUrl: dependencies.site.apiPublicUrl,
    });
  dependencies.log.info({ person: account.id }, 'signed in');
  const location = await completeSignIn(dependencies, request, response, proven, { amr: ['pwd'] });
  response.set('Cache-Control', 'no-store').redirect(303, location);
};

const writeForm = (
  { site }: Dependencies,
  response: Response,
  status: number,
  step: SignInStep,
  email: string,
  problem: SignInProblem,
): void => {
  const form = { client: step.client, email, problem, request: getAuthorizationRequest(step.interaction) };
  writePage(response, status, renderSignInPage(site, form));
};
