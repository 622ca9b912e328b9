import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { getClientAddress } from '../../http/client-address.ts';
import { type SignInLimits, toWaitSeconds } from '../accounts/sign-in-limits.ts';
import { findSecondStep, type SecondStep } from '../factors/requirement.ts';
import type { SecondFactors } from '../factors/second-factors.ts';
import { createSeed, isSeed } from '../factors/totp.ts';
import { wrongFirstCode } from '../pages/enrolment.ts';
import { writePage } from '../pages/page.ts';
import { renderRecoveryCodesPage } from '../pages/recovery-codes-page.ts';
import {
  invalidCode,
  invalidRecoveryCode,
  renderFirstEnrolmentPage,
  renderSecondStepPage,
} from '../pages/second-step-page.ts';
import { type SignInProblem, tooManyFailures } from '../pages/sign-in-page.ts';
import type { Site } from '../pages/site.ts';
import type { SignInStep } from './interactions.ts';
import { getAuthorizationRequest, toRestartUrl } from './restart-authorization.ts';
import { completeSignIn, findProvenPerson, type ProvenPerson, type ResumeDependencies } from './resume.ts';

export type SecondStepDependencies = ResumeDependencies & {
  site: Site;
  database: Database;
  secondFactors: SecondFactors;
  limits: SignInLimits;
  log: Logger;
};

/** The second step of a sign-in, with the person who proved the password. */
export type PendingStep = SignInStep & { proven: ProvenPerson; next: Exclude<SecondStep, 'none'> };

/** Finds the second step of a sign-in; null if the password is to be proved first, or nothing is left to do. */
export const findPendingStep = async (
  dependencies: Pick<SecondStepDependencies, 'database' | 'secondFactors'>,
  step: SignInStep,
): Promise<PendingStep | null> => {
  const proven = await findProvenPerson(dependencies.database.read, step.interaction);
  const next = proven === null ? 'none' : await findSecondStep(dependencies, proven.account);
  return proven === null || next === 'none' ? null : { ...step, proven, next };
};

type Shown = { status?: number; problem?: SignInProblem | null; seed?: string; isRecovery?: boolean };

/** Shows the form of the second step. */
export const writeSecondStep = (
  { site }: Pick<SecondStepDependencies, 'site'>,
  response: Response,
  { interaction, proven, next }: PendingStep,
  { status = 200, problem = null, seed = createSeed(), isRecovery = false }: Shown = {},
): void => {
  const { email } = proven.account;
  const request = getAuthorizationRequest(interaction);
  const otherPersonUrl = toRestartUrl(site.apiPublicUrl, request, { prompt: 'login', login_hint: null });
  const page =
    next === 'enrolment'
      ? renderFirstEnrolmentPage(site, { email, seed, problem, fields: { email, request } })
      : renderSecondStepPage(site, { email, request, otherPersonUrl, problem, isRecovery });
  writePage(response, status, page);
};

const text = z.string().max(1024).catch('');
const form = z.object({ code: text, recovery_code: text, seed: text });

type Handle = (
  dependencies: SecondStepDependencies,
  request: Request,
  response: Response,
  pending: PendingStep,
) => Promise<void>;

/** Completes a sign-in after its second step, or shows the form again. */
export const handleSecondStep: Handle = (dependencies, request, response, pending) =>
  (pending.next === 'enrolment' ? handleEnrolment : handleCode)(dependencies, request, response, pending);

/** Sets up an authenticator app. The page with the recovery codes links to the end of the sign-in. */
const handleEnrolment: Handle = async (dependencies, request, response, pending) => {
  const { code, seed: submitted } = form.parse(request.body ?? {});
  const seed = isSeed(submitted) ? submitted : createSeed();
  const { secondFactors, site, log } = dependencies;
  const { id } = pending.proven.account;
  const codes = await secondFactors.enrol(id, { seed, code }, pending.interaction.uid);
  if (codes === null)
    return writeSecondStep(dependencies, response, pending, { status: 422, problem: wrongFirstCode, seed });
  log.info({ person: id }, 'signed in and set up a second factor');
  const next = { href: await complete(dependencies, request, response, pending), label: 'I have stored them' };
  writePage(response, 200, renderRecoveryCodesPage(site, codes, next));
};

/** Checks a code or a recovery code; wrong codes count as failed sign-ins. */
const handleCode: Handle = async (dependencies, request, response, pending) => {
  const { code, recovery_code: recoveryCode } = form.parse(request.body ?? {});
  const isRecovery = recoveryCode !== '';
  const { account } = pending.proven;
  const { secondFactors, limits, log } = dependencies;
  const attempt = async () => {
    const typed = isRecovery ? { recoveryCode } : { code };
    return (await secondFactors.use(account.id, typed, pending.interaction.uid)) ? account : null;
  };
  const found = await limits.attempt(getClientAddress(request), account.email, attempt).catch(toWaitSeconds);
  const reject = (status: number, problem: SignInProblem) =>
    writeSecondStep(dependencies, response, pending, { status, problem, isRecovery });
  if (found === null) return reject(422, isRecovery ? invalidRecoveryCode : invalidCode);
  if (typeof found === 'number') {
    response.setHeader('Retry-After', found);
    return reject(429, tooManyFailures(found));
  }
  log.info({ person: account.id }, `signed in with a ${isRecovery ? 'recovery code' : 'code'}`);
  const location = await complete(dependencies, request, response, pending);
  response.set('Cache-Control', 'no-store').redirect(303, location);
};

const complete = (
  dependencies: SecondStepDependencies,
  request: Request,
  response: Response,
  { interaction, proven: { account, amr, provedAt } }: PendingStep,
): Promise<string> =>
  completeSignIn(
    dependencies,
    request,
    response,
    { interaction, account },
    {
      amr: [...amr, 'otp', 'mfa'],
      at: provedAt,
    },
  );
