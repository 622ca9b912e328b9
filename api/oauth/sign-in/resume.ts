import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Interaction, Provider } from 'oidc-provider';
import type { Account } from '../accounts/accounts.ts';
import type { RevocationCheck } from '../store/revocation-check.ts';

/**
 * Resumes an authorization after a sign-in, under a new id and cookie. An attacker who started it and set the old
 * cookie in this browser cannot resume it. The old step stays valid, so a double-clicked form causes no error.
 * @throws RevokedDuringRequestError if the password has changed since it was checked
 */
export const resumeSignIn = async (
  provider: Provider,
  request: Request,
  response: Response,
  {
    interaction,
    account,
    revocationCheck,
  }: { interaction: Interaction; account: Account; revocationCheck: RevocationCheck },
): Promise<void> => {
  interaction.uid = randomBytes(32).toString('base64url');
  interaction.returnTo = interaction.returnTo.replace(/[^/]+$/, interaction.uid);
  interaction.result = { login: { accountId: account.id, amr: ['pwd'], remember: false } };
  await revocationCheck.applyIfPasswordUnchanged(account, () => interaction.persist());
  provider.createContext(request, response).cookies.set(provider.cookieName('resume'), interaction.uid, {
    path: new URL(interaction.returnTo).pathname,
    expires: new Date(interaction.exp * 1000),
    ...({ httpOnly: true, sameSite: 'lax', signed: true } as const),
  });
  response.set('Cache-Control', 'no-store').redirect(303, interaction.returnTo);
};
