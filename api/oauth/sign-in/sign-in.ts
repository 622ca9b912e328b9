import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { getClientAddress } from '../../http/client-address.ts';
import type { Account } from '../accounts/accounts.ts';
import { type AuthenticationDependencies, authenticateByPassword } from '../accounts/authenticate.ts';
import { toWaitSeconds } from '../accounts/sign-in-limits.ts';
import { findSecondStep } from '../factors/find-second-step.ts';
import { renderErrorPage } from '../pages/error-page.ts';
import { scriptHeaders, writePage } from '../pages/page.ts';
import { invalidPasskey, renderPasskeySignIn } from '../pages/passkey-forms.ts';
import {
  invalidCredentials,
  passwordOff,
  renderSignInPage,
  type SignInProblem,
  tooManyFailures,
} from '../pages/sign-in-page.ts';
import { RevokedDuringRequestError } from '../store/revocation-check.ts';
import { listProviderLinks } from '../upstream/provider-links.ts';
import type { UpstreamAccounts } from '../upstream/upstream-accounts.ts';
import { findBrowserSession, isSignedInSince } from './browser-session.ts';
import { respondToExpiredSignIn } from './expired-sign-in.ts';
import { findSignInStep, nullIfExpired, type SignInStep } from './interactions.ts';
import { attemptPasskey } from './passkey-sign-in.ts';
import { getAuthorizationRequest, toRestartUrl } from './restart-authorization.ts';
import { completeSignIn, startSecondStep } from './resume.ts';
import { findPendingStep, handleSecondStep, type SecondStepDependencies, writeSecondStep } from './second-step.ts';

export type SignInDependencies = AuthenticationDependencies & SecondStepDependencies & { upstream: UpstreamAccounts };

const form = z.object({
  email: z.string().max(254).catch(''),
  password: z.string().max(1024).catch(''),
  passkey: z.string().catch(''),
  request: z.string().catch(''),
});

/**
 * GET /oauth/sign-in/{uid}: shows the form of the step. If this browser has signed in since the step started, shows a
 * link to continue instead. That can happen after the Back button was pressed.
 */
export const showSignIn =
  (dependencies: SignInDependencies): RequestHandler =>
  async (request, response) => {
    const { site, provider } = dependencies;
    const step = await findSignInStep(provider(), request, response, 'login');
    const { client, interaction } = step;
    const authorization = getAuthorizationRequest(interaction);
    if (!isSignedInSince(await findBrowserSession(provider(), request, response), interaction)) {
      const pending = await findPendingStep(dependencies, step);
      if (pending !== null) return writeSecondStep(dependencies, response, pending);
      return writeForm(dependencies, response, 200, { step, email: step.loginHint });
    }
    const href = toRestartUrl(site.apiPublicUrl, authorization, { prompt: null });
    const link = client.firstParty && site.deskUrl !== null ? undefined : { href, label: `Continue to ${client.name}` };
    writePage(response, 200, renderErrorPage(site, { kind: 'step_finished', link }));
  };

/** POST /oauth/sign-in/{uid}: handles the first or the second step of a sign-in. */
export const handleSignIn =
  (dependencies: SignInDependencies): RequestHandler =>
  async (request, response) => {
    const { email, password, passkey, request: authorization } = form.parse(request.body ?? {});
    const step = await findSignInStep(dependencies.provider(), request, response, 'login').catch(nullIfExpired);
    if (step === null)
      return respondToExpiredSignIn(dependencies, request, response, { email, request: authorization });
    const pending = await findPendingStep(dependencies, step);
    const handled =
      pending === null
        ? handleFirstStep(dependencies, request, response, step, { email, password, passkey })
        : handleSecondStep(dependencies, request, response, pending);
    await handled.catch(error => {
      if (!(error instanceof RevokedDuringRequestError)) throw error;
      return writeForm(dependencies, response, 422, { step, email, problem: invalidCredentials });
    });
  };

/** Checks the password or the passkey, then finishes the first step. */
const handleFirstStep = async (
  dependencies: SignInDependencies,
  request: Request,
  response: Response,
  step: SignInStep,
  { email, password, passkey }: { email: string; password: string; passkey: string },
): Promise<void> => {
  const reject = (status: number, problem: SignInProblem) =>
    writeForm(dependencies, response, status, { step, email, problem });
  const isPasskey = passkey !== '';
  const found = isPasskey
    ? await attemptPasskey(dependencies, request, step.interaction.uid, passkey)
    : await attemptPassword(dependencies, request, email, password);
  if (found === null) return reject(422, isPasskey ? invalidPasskey : invalidCredentials);
  if (typeof found === 'number') {
    response.setHeader('Retry-After', found);
    return reject(429, tooManyFailures(found));
  }
  // A passkey must not bypass the identity provider either: the provider may have disabled the account.
  if (await dependencies.upstream.isPasswordOff(found.id)) return reject(422, passwordOff);
  const amr = isPasskey ? ['pop', 'mfa'] : ['pwd'];
  await finishSignIn(dependencies, request, response, step, { account: found, amr });
};

/**
 * Checks a password within the limits. Success resets the failures only if no second factor follows.
 * @returns the account; null for an invalid password; the seconds to wait after too many failures
 */
export const attemptPassword = async (
  dependencies: SignInDependencies,
  request: Request,
  email: string,
  password: string,
): Promise<Account | number | null> => {
  const attempt = async () => {
    const account = await authenticateByPassword(dependencies, email, password);
    return account && { account, next: await findSecondStep(dependencies, account) };
  };
  const found = await dependencies.limits
    .attempt(getClientAddress(request), email, attempt, ({ next }) => next !== 'factor')
    .catch(toWaitSeconds);
  return found === null || typeof found === 'number' ? found : found.account;
};

/**
 * Finishes the first step: resumes the authorization, or continues with the second step. `amr` lists the proofs of the
 * person (RFC 8176); with `mfa`, no second step follows. @throws RevokedDuringRequestError
 */
export const finishSignIn = async (
  dependencies: SignInDependencies,
  request: Request,
  response: Response,
  { interaction }: SignInStep,
  { account, amr }: { account: Account; amr: string[] },
): Promise<void> => {
  const { apiPublicUrl } = dependencies.site;
  const next = amr.includes('mfa') ? 'none' : await findSecondStep(dependencies, account);
  if (next !== 'none')
    return startSecondStep(dependencies, request, response, { interaction, account, amr, apiPublicUrl });
  dependencies.log.info({ person: account.id }, 'signed in');
  const location = await completeSignIn(dependencies, request, response, { interaction, account }, { amr });
  response.set('Cache-Control', 'no-store').redirect(303, location);
};

/** Shows the sign-in form, with a form for passkeys and links to identity providers. */
const writeForm = async (
  { site, upstream, passkeys }: SignInDependencies,
  response: Response,
  status: number,
  { step: { client, interaction }, email, problem }: { step: SignInStep; email: string; problem?: SignInProblem },
): Promise<void> => {
  const { uid } = interaction;
  const providers = await listProviderLinks(upstream, `${site.apiPublicUrl}/oauth/sign-in/${uid}`);
  const request = getAuthorizationRequest(interaction);
  const passkeyForm = passkeys.areOffered
    ? renderPasskeySignIn(site, { uid, fields: { request }, isPrimary: false })
    : null;
  const page = renderSignInPage(site, { client, email, problem, request, providers, passkeyForm });
  writePage(response, status, page, passkeyForm === null ? {} : scriptHeaders);
};
