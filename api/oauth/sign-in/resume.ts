import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Interaction, Provider } from 'oidc-provider';
import type { Account } from '../accounts/accounts.ts';
import type { Standing } from '../store/standing.ts';

/**
 * Goes on with an authorization as the person who has just signed in, under a new number and with a new cookie. Whoever
 * knows the old ones, because it was they who began it and planted their cookies in this browser, goes on as nobody. The
 * old step stays as it was: a form that an impatient click sends twice is no mistake.
 * @throws EndedMeanwhile when the password that was typed has been changed since
 */
export const goOnAs = async (
  provider: Provider,
  request: Request,
  response: Response,
  { interaction, account, standing }: { interaction: Interaction; account: Account; standing: Standing },
): Promise<void> => {
  interaction.uid = randomBytes(32).toString('base64url');
  interaction.returnTo = interaction.returnTo.replace(/[^/]+$/, interaction.uid);
  interaction.result = { login: { accountId: account.id, amr: ['pwd'], remember: false } };
  await standing.whilePasswordIs(account, () => interaction.persist());
  provider.createContext(request, response).cookies.set(provider.cookieName('resume'), interaction.uid, {
    path: new URL(interaction.returnTo).pathname,
    expires: new Date(interaction.exp * 1000),
    ...({ httpOnly: true, sameSite: 'lax', signed: true } as const),
  });
  response.set('Cache-Control', 'no-store').redirect(303, interaction.returnTo);
};
