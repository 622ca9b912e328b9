import type { Request, RequestHandler } from 'express';
import { getClientAddress } from '../../http/client-address.ts';
import type { Account } from '../accounts/accounts.ts';
import { toWaitSeconds } from '../accounts/sign-in-limits.ts';
import { findSignInStep } from './interactions.ts';
import { findPendingStep, type SecondStepDependencies } from './second-step.ts';

/** POST /oauth/sign-in/{uid}/passkey: creates the options with which a browser signs in with a passkey. */
export const startPasskeySignIn =
  (dependencies: SecondStepDependencies): RequestHandler =>
  async (request, response) => {
    const step = await findSignInStep(dependencies.provider(), request, response, 'login');
    const pending = await findPendingStep(dependencies, step);
    const personId = pending?.proven.account.id ?? null;
    const options = await dependencies.passkeys.startSignIn(step.interaction.uid, personId);
    response.set('Cache-Control', 'no-store').json(options);
  };

/**
 * Checks a passkey within the limits of its owner.
 * @returns the owner; null for a passkey that is not accepted; the seconds to wait after too many failures
 */
export const attemptPasskey = async (
  { passkeys, limits }: SecondStepDependencies,
  request: Request,
  uid: string,
  passkey: string,
): Promise<Account | number | null> => {
  const owner = await passkeys.findOwner(passkey);
  if (owner === null) return null;
  const attempt = async () => ((await passkeys.use(uid, owner, passkey)) ? owner : null);
  return limits.attempt(getClientAddress(request), owner.email, attempt).catch(toWaitSeconds);
};
