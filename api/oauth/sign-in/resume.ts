import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Interaction, Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Queries } from '../../database/database.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { sha256 } from '../hash.ts';
import type { Records } from '../store/records.ts';
import type { RevocationCheck } from '../store/revocation-check.ts';
import { findBrowserSession } from './browser-session.ts';

export type ResumeDependencies = { provider: () => Provider; records: Records; revocationCheck: RevocationCheck };

/** A step of a sign-in, and the person whom a password, passkey or provider confirmed. */
type ProvenStep = { interaction: Interaction; account: Account };

/** The proof from an earlier request of the sign-in. `amr`: RFC 8176; `at` in seconds since 1970. */
const proofFormat = z.object({
  account_id: z.string(),
  password_digest: z.string(),
  amr: z.array(z.string()),
  at: z.number(),
});

/**
 * Continues a sign-in with its second step, under a new id and cookie. The old id still leads to the first step, so an
 * attacker who knows it gains nothing.
 * @throws RevokedDuringRequestError if the password has changed since it was checked
 */
export const startSecondStep = async (
  dependencies: ResumeDependencies,
  request: Request,
  response: Response,
  step: ProvenStep & { amr: string[]; apiPublicUrl: string },
): Promise<void> => {
  const { interaction, account, amr, apiPublicUrl } = step;
  const url = `${apiPublicUrl}/oauth/sign-in/${changeId(interaction)}`;
  const at = Math.floor(Date.now() / 1000);
  interaction.lastSubmission = {
    proof: { account_id: account.id, password_digest: digestPassword(account), amr, at },
  };
  await persist(dependencies, request, response, step, { cookie: 'interaction', url });
  response.set('Cache-Control', 'no-store').redirect(303, url);
};

/** A person who passed the first step in an earlier request. `provedAt` is in seconds since 1970. */
export type ProvenPerson = { account: Account; amr: string[]; provedAt: number };

/**
 * Finds the person who passed the first step in an earlier request. Null before the first step, or if the person was
 * disabled or the password changed since.
 */
export const findProvenPerson = async (queries: Queries, interaction: Interaction): Promise<ProvenPerson | null> => {
  const { data } = proofFormat.safeParse(interaction.lastSubmission?.['proof']);
  const account = data === undefined ? null : await findAccount(queries, data.account_id);
  if (data === undefined || account === null || digestPassword(account) !== data.password_digest) return null;
  return { account, amr: data.amr, provedAt: data.at };
};

const digestPassword = ({ passwordHash }: Account): string => sha256(passwordHash ?? '');

/**
 * Completes a sign-in under a new id and cookie. Returns the URL that resumes the authorization. An attacker who
 * started the sign-in and set the old cookie in this browser cannot resume it. The old step stays valid, so a
 * double-clicked form causes no error. Removes the session of a different person in this browser, since oidc-provider's
 * own page for this case needs JavaScript.
 * @param proved the proofs of the person (RFC 8176); `at`, by default now, in seconds since 1970
 * @throws RevokedDuringRequestError if the password has changed since it was checked
 */
export const completeSignIn = async (
  dependencies: ResumeDependencies,
  request: Request,
  response: Response,
  step: ProvenStep,
  proved: { amr: string[]; at?: number },
): Promise<string> => {
  const { interaction, account } = step;
  const session = await findBrowserSession(dependencies.provider(), request, response);
  const isDifferentPerson = session.accountId !== undefined && session.accountId !== account.id;
  if (isDifferentPerson) await dependencies.records.removeByUid('Session', session.uid);
  if (interaction.session !== undefined) {
    delete interaction.session;
    await interaction.persist();
  }
  interaction.returnTo = interaction.returnTo.replace(/[^/]+$/, changeId(interaction));
  interaction.result = { login: { accountId: account.id, amr: proved.amr, ts: proved.at, remember: false } };
  await persist(dependencies, request, response, step, { cookie: 'resume', url: interaction.returnTo });
  return interaction.returnTo;
};

const changeId = (interaction: Interaction): string => {
  interaction.uid = randomBytes(32).toString('base64url');
  return interaction.uid;
};

/** Stores a step under its new id. Only this response sets the cookie with the id, for the path of `url`. */
const persist = async (
  { provider, revocationCheck }: ResumeDependencies,
  request: Request,
  response: Response,
  { interaction, account }: ProvenStep,
  { cookie, url }: { cookie: 'interaction' | 'resume'; url: string },
): Promise<void> => {
  await revocationCheck.applyIfPasswordUnchanged(account, () => interaction.persist());
  const { cookies } = provider().createContext(request, response);
  cookies.set(provider().cookieName(cookie), interaction.uid, {
    path: new URL(url).pathname,
    expires: new Date(interaction.exp * 1000),
    ...({ httpOnly: true, sameSite: 'lax', signed: true } as const),
  });
};
