import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { findAccount } from '../accounts/accounts.ts';
import { getRawQuery } from '../endpoints.ts';
import { renderErrorPage } from '../pages/error-page.ts';
import { writePage } from '../pages/page.ts';
import { invalidCredentials, type SignInProblem, tooManyFailures } from '../pages/sign-in-page.ts';
import { findSignInStepByUid, type SignInStep } from '../sign-in/interactions.ts';
import { continueAtDesk, writeInvalidLink } from '../sign-in/one-time-links.ts';
import { attemptPassword, finishSignIn, type SignInDependencies } from '../sign-in/sign-in.ts';
import { RevokedDuringRequestError } from '../store/revocation-check.ts';
import {
  findProvider,
  getProviderId,
  getRedirectUri,
  type StartDependencies,
  toStartPageLink,
  writeUpstreamFailure,
} from './start-upstream.ts';
import type { UpstreamProfile } from './upstream-accounts.ts';
import { finishUpstream } from './upstream-client.ts';
import { renderNoAccountPage, renderProvePasswordPage } from './upstream-pages.ts';

type Dependencies = StartDependencies & SignInDependencies;

const text = z.string();

/** The content of the cookie during a sign-in at a provider. */
const startedFormat = z
  .object({ provider: text, state: text, nonce: text, verifier: text })
  .and(z.union([z.object({ uid: text, invitation: z.null() }), z.object({ uid: z.null(), invitation: text })]));

/** The content of the cookie while an administrator has to enter the password. */
const pendingLinkFormat = z.object({
  provider: text,
  uid: text,
  email: text,
  usedMfa: z.boolean(),
  profile: z.object({
    subject: text,
    email: text.nullable(),
    emailVerified: z.boolean().nullable(),
    name: text.nullable(),
  }),
});

/**
 * An account that a provider has confirmed, in a step of an authorization. `usedMfa` is false if the desk does not
 * trust the provider's MFA.
 */
type ConfirmedAccount = { provider: string; profile: UpstreamProfile; usedMfa: boolean; step: SignInStep };

/** GET /oauth/upstream/{provider}/callback: signs in the person of the account, or accepts the invitation. */
export const finishUpstreamSignIn =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const { site, upstream, upstreamCookie, log } = dependencies;
    const id = getProviderId(request);
    const started = await upstreamCookie.read(request, response, startedFormat);
    upstreamCookie.clear(request, response);
    const provider = await findProvider(upstream, id);
    if (started?.provider !== id || provider === null) return writeInvalidState(dependencies, response);
    const callback = new URL(`${getRedirectUri(site, id)}?${getRawQuery(request.url)}`);
    const finished = await finishUpstream(provider, callback, started).catch(error =>
      writeUpstreamFailure({ site, log }, response, { error, provider, startPage: started }),
    );
    if (!finished) return;
    const { usedMfa, ...profile } = finished;
    if (started.invitation !== null)
      return acceptInvitation(dependencies, response, { provider: id, profile, token: started.invitation });
    const step = await findSignInStepByUid(dependencies.provider(), started.uid);
    const trustsMfa = usedMfa && provider.trust_mfa;
    await signIn(dependencies, request, response, { provider: id, profile, usedMfa: trustsMfa, step });
  };

/** GET /oauth/upstream/{provider}/password: asks an administrator for the password before the account is linked. */
export const showProvePassword =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const pending = await findPendingLink(dependencies, request, response);
    if (pending === null) writeInvalidState(dependencies, response);
    else writePasswordForm(dependencies, response, 200, pending);
  };

const form = z.object({ password: z.string().max(1024).catch('') });

/** POST /oauth/upstream/{provider}/password: checks the password, links the account and signs in. */
export const provePassword =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const pending = await findPendingLink(dependencies, request, response);
    if (pending === null) return writeInvalidState(dependencies, response);
    const { password } = form.parse(request.body ?? {});
    const step = await findSignInStepByUid(dependencies.provider(), pending.uid);
    const found = await attemptPassword(dependencies, request, pending.email, password);
    if (found === null) return writePasswordForm(dependencies, response, 422, pending, invalidCredentials);
    if (typeof found === 'number') {
      response.setHeader('Retry-After', found);
      return writePasswordForm(dependencies, response, 429, pending, tooManyFailures(found));
    }
    dependencies.upstreamCookie.clear(request, response);
    await signIn(dependencies, request, response, { ...pending, step }, found.id);
  };

type PendingLink = z.output<typeof pendingLinkFormat> & { providerName: string };

/** Finds the account link that waits for an administrator's password in this browser. Null without a pending link. */
const findPendingLink = async (
  { upstream, upstreamCookie }: Dependencies,
  request: Request,
  response: Response,
): Promise<PendingLink | null> => {
  const pending = await upstreamCookie.read(request, response, pendingLinkFormat);
  const provider = await findProvider(upstream, getProviderId(request));
  return pending === null || pending.provider !== provider?.id ? null : { ...pending, providerName: provider.name };
};

/** Signs in the person of a confirmed account. `provenId` is the person whose password was checked. */
const signIn = async (
  dependencies: Dependencies,
  request: Request,
  response: Response,
  { provider, profile, usedMfa, step }: ConfirmedAccount,
  provenId: string | null = null,
): Promise<void> => {
  const { site, upstream, upstreamCookie, database } = dependencies;
  const { uid } = step.interaction;
  const result = await upstream.signIn(provider, profile, provenId);
  const writeNoAccount = () => {
    const link = toStartPageLink(site, { uid, invitation: null });
    writePage(response, 403, renderNoAccountPage(site, [link]));
  };
  if (result.kind === 'no_account') return writeNoAccount();
  if (result.kind === 'password_required') {
    await upstreamCookie.write(request, response, { provider, profile, usedMfa, uid, email: result.email });
    return response.redirect(303, `${site.apiPublicUrl}/oauth/upstream/${provider}/password`);
  }
  const account = await findAccount(database.read, result.personId);
  if (account === null) return writeNoAccount();
  dependencies.log.info({ person: account.id, provider }, 'identity provider confirmed the account of a person');
  const amr = usedMfa ? ['mfa'] : [];
  await finishSignIn(dependencies, request, response, step, { account, amr }).catch(error => {
    if (!(error instanceof RevokedDuringRequestError)) throw error;
    writeNoAccount();
  });
};

const acceptInvitation = async (
  { site, upstream }: Dependencies,
  response: Response,
  { provider, profile, token }: { provider: string; profile: UpstreamProfile; token: string },
): Promise<void> => {
  const outcome = await upstream.acceptInvitation(provider, profile, token);
  if (outcome === 'invalid_link') return writeInvalidLink(site, response);
  if (outcome === 'accepted') return continueAtDesk(site, response);
  const link = toStartPageLink(site, { uid: null, invitation: token });
  writePage(response, 403, renderErrorPage(site, { kind: 'upstream_linked', link }));
};

const writePasswordForm = (
  { site }: Dependencies,
  response: Response,
  status: number,
  { providerName, email }: PendingLink,
  problem?: SignInProblem,
): void => writePage(response, status, renderProvePasswordPage(site, { providerName, email, problem }));

const writeInvalidState = ({ site }: Dependencies, response: Response): void =>
  writePage(response, 400, renderErrorPage(site, { kind: 'upstream_state' }));
