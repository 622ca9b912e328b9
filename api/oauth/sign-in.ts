import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { type Account, findAccountByEmail, replacePasswordHash } from './accounts.ts';
import { sessionOf } from './browser-session.ts';
import { findStep, type Step } from './interactions.ts';
import { writePage } from './pages/page.ts';
import { type SignInForm, signInPage } from './pages/sign-in-page.ts';
import { hashPassword, isWeak, verifyPassword } from './passwords.ts';
import type { Records } from './records.ts';
import { type SignInLimits, TooManyFailures, waitInWords } from './sign-in-limits.ts';

type Needs = {
  publicUrl: string;
  provider: () => Provider;
  database: Database;
  records: Records;
  limits: SignInLimits;
  log: Logger;
};

const form = z.object({ email: z.string().max(254).catch(''), password: z.string().max(1024).catch('') });

/** GET /oauth/sign-in/{uid}: the form. */
export const showSignIn =
  ({ publicUrl, provider }: Needs): RequestHandler =>
  async (request, response) => {
    const step = await findStep(provider(), request, response, 'login');
    writePage(response, 200, signInPage(publicUrl, { client: step.client, email: step.loginHint }));
  };

/** POST /oauth/sign-in/{uid}: signs in and goes on with the authorization, or shows the form again. */
export const signIn = (needs: Needs): RequestHandler => {
  const again = (response: Response, status: number, { client }: Step, email: string, problem: SignInForm['problem']) =>
    writePage(response, status, signInPage(needs.publicUrl, { client, email, problem }));

  return async (request, response) => {
    const step = await findStep(needs.provider(), request, response, 'login');
    const { email, password } = form.parse(request.body ?? {});
    const attempt = () => authenticate(needs, email, password);
    const found = await needs.limits.attempt(request.ip ?? '', email, attempt).catch(waitOf);
    if (found === null) return again(response, 422, step, email, wrong);
    if (typeof found === 'number') {
      response.setHeader('Retry-After', found);
      return again(response, 429, step, email, tooMany(found));
    }
    needs.log.info({ person: found.id }, 'signed in');
    await proceed(needs, request, response, step, found);
  };
};

const wrong = { text: 'The e-mail address or the password is wrong.', isTyped: true };

const tooMany = (waitSeconds: number) => ({
  text: `There were too many failed attempts. Try again in ${waitInWords(waitSeconds)}.`,
  isTyped: false,
});

/** The seconds to wait; anything but too many failures is thrown on. */
const waitOf = (error: unknown): number => {
  if (error instanceof TooManyFailures) return error.waitSeconds;
  throw error;
};

/** The person an e-mail address and a password belong to. */
const authenticate = async ({ database }: Needs, email: string, password: string): Promise<Account | null> => {
  const account = await findAccountByEmail(database.read, email);
  const hash = account?.passwordHash ?? null;
  if (!(await verifyPassword(password, hash)) || account === null || hash === null) return null;
  if (isWeak(hash)) {
    const stronger = await hashPassword(password);
    await database.transaction(writes => replacePasswordHash(writes, account.id, hash, stronger));
  }
  return account;
};

/**
 * Tells the library who it is. Someone else's session in this browser ends, whether this sign-in was begun in it or not:
 * the library would do it by a script.
 */
const proceed = async (
  { provider, records }: Needs,
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
  const login = { accountId: account.id, amr: ['pwd'], remember: false };
  await provider().interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
};
