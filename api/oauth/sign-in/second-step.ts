import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { getClientAddress } from '../../http/client-address.ts';
import { type SignInLimits, toWaitSeconds } from '../accounts/sign-in-limits.ts';
import { findSecondStep, type SecondStep } from '../factors/find-second-step.ts';
import type { Passkeys } from '../factors/passkeys.ts';
import type { SecondFactors } from '../factors/second-factors.ts';
import { createSeed, isSeed } from '../factors/totp.ts';
import { invalidFirstCode } from '../pages/enrolment.ts';
import { scriptHeaders, writePage } from '../pages/page.ts';
import { invalidPasskey, renderPasskeySignIn } from '../pages/passkey-forms.ts';
import { renderRecoveryCodesPage, renderUnseenCodesPage } from '../pages/recovery-codes-page.ts';
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
  passkeys: Passkeys;
  limits: SignInLimits;
  log: Logger;
};

/** The second step of a sign-in, with the person who passed the first step. */
export type PendingStep = SignInStep & { proven: ProvenPerson; next: Exclude<SecondStep, 'none'> };

/** Finds the second step of a sign-in. Null before the first step, or if no second step is required. */
export const findPendingStep = async (
  dependencies: Pick<SecondStepDependencies, 'database' | 'secondFactors'>,
  step: SignInStep,
): Promise<PendingStep | null> => {
  const proven = await findProvenPerson(dependencies.database.read, step.interaction);
  const next = proven === null ? 'none' : await findSecondStep(dependencies, proven.account);
  return proven === null || next === 'none' ? null : { ...step, proven, next };
};

type FormState = { status?: number; problem?: SignInProblem | null; seed?: string; isRecovery?: boolean };

type FormDependencies = Pick<SecondStepDependencies, 'site' | 'secondFactors' | 'passkeys'>;

/** Shows the form of the second step. */
export const writeSecondStep = async (
  dependencies: FormDependencies,
  response: Response,
  pending: PendingStep,
  { status = 200, problem = null, seed = createSeed(), isRecovery = false }: FormState = {},
): Promise<void> => {
  if (pending.next === 'factor')
    return writeFactorForm(dependencies, response, pending, { status, problem, isRecovery });
  const { email } = pending.proven.account;
  const fields = { email, request: getAuthorizationRequest(pending.interaction) };
  writePage(response, status, renderFirstEnrolmentPage(dependencies.site, { email, seed, problem, fields }));
};

/** Shows the forms for a code, a passkey and a recovery code. */
const writeFactorForm = async (
  { site, secondFactors, passkeys }: FormDependencies,
  response: Response,
  { interaction, proven: { account } }: PendingStep,
  { status, problem, isRecovery }: Required<Omit<FormState, 'seed'>>,
): Promise<void> => {
  const request = getAuthorizationRequest(interaction);
  const factors = await secondFactors.list(account.id);
  const hasApp = factors.some(({ kind }) => kind === 'totp');
  const hasPasskey = passkeys.areOffered && factors.some(({ id, disabledAt }) => id !== null && disabledAt === null);
  const passkey = { uid: interaction.uid, fields: { email: account.email, request }, isPrimary: !hasApp };
  const page = renderSecondStepPage(site, {
    ...{ email: account.email, request, problem, isRecovery, hasApp },
    otherPersonUrl: toRestartUrl(site.apiPublicUrl, request, { prompt: 'login', login_hint: null }),
    passkeyForm: hasPasskey ? renderPasskeySignIn(site, passkey) : null,
  });
  writePage(response, status, page, hasPasskey ? scriptHeaders : {});
};

const text = z.string().max(1024).catch('');
const form = z.object({ code: text, recovery_code: text, seed: text, passkey: z.string().catch('') });

type StepHandler = (
  dependencies: SecondStepDependencies,
  request: Request,
  response: Response,
  pending: PendingStep,
) => Promise<void>;

/** Completes a sign-in after its second step, or shows the form again. */
export const handleSecondStep: StepHandler = (dependencies, request, response, pending) =>
  (pending.next === 'enrolment' ? handleEnrolment : handleFactor)(dependencies, request, response, pending);

/** Sets up an authenticator app. The page with the recovery codes links to the URL that resumes the authorization. */
const handleEnrolment: StepHandler = async (dependencies, request, response, pending) => {
  const { code, seed: submitted } = form.parse(request.body ?? {});
  const seed = isSeed(submitted) ? submitted : createSeed();
  const { secondFactors, site, log } = dependencies;
  const { id } = pending.proven.account;
  const codes = await secondFactors.enrol(id, { seed, code }, pending.interaction.uid);
  if (codes === null) {
    const isSetUp = (await secondFactors.list(id)).length > 0;
    if (isSetUp) return handleFactor(dependencies, request, response, { ...pending, next: 'factor' });
    return writeSecondStep(dependencies, response, pending, { status: 422, problem: invalidFirstCode, seed });
  }
  log.info({ person: id }, 'signed in and set up a second factor');
  const href = await complete(dependencies, request, response, pending, 'otp');
  // The list is empty if another tab has meanwhile set up a second factor and shown the codes.
  if (codes.length === 0) return response.redirect(303, href);
  writePage(response, 200, renderRecoveryCodesPage(site, codes, { href, label: 'I have saved them' }));
};

/** Checks a code, a passkey or a recovery code; failures count as failed sign-ins. */
const handleFactor: StepHandler = async (dependencies, request, response, pending) => {
  const typed = form.parse(request.body ?? {});
  const kind = typed.passkey !== '' ? 'passkey' : typed.recovery_code !== '' ? 'recovery code' : 'code';
  const { account } = pending.proven;
  const { site, secondFactors, passkeys, limits, log } = dependencies;
  const { uid } = pending.interaction;
  const use = {
    passkey: () => passkeys.use(uid, account, typed.passkey),
    'recovery code': () => secondFactors.use(account.id, { recoveryCode: typed.recovery_code }, uid),
    code: () => secondFactors.use(account.id, { code: typed.code }, uid),
  }[kind];
  const attempt = async () => ((await use()) ? account : null);
  const found = await limits.attempt(getClientAddress(request), account.email, attempt).catch(toWaitSeconds);
  const reject = (status: number, problem: SignInProblem) =>
    writeSecondStep(dependencies, response, pending, { status, problem, isRecovery: kind === 'recovery code' });
  if (found === null) return reject(422, problems[kind]);
  if (typeof found === 'number') {
    response.setHeader('Retry-After', found);
    return reject(429, tooManyFailures(found));
  }
  log.info({ person: account.id }, `signed in with a ${kind}`);
  const location = await complete(dependencies, request, response, pending, kind === 'passkey' ? 'pop' : 'otp');
  // A double click on the form of the setup drops the first response, which has the recovery codes.
  if (typed.seed !== '') return writePage(response, 200, renderUnseenCodesPage(site, location));
  response.set('Cache-Control', 'no-store').redirect(303, location);
};

const problems = { passkey: invalidPasskey, 'recovery code': invalidRecoveryCode, code: invalidCode };

/** Completes a sign-in. `method` is the RFC 8176 name of the second factor. */
const complete = (
  dependencies: SecondStepDependencies,
  request: Request,
  response: Response,
  { interaction, proven: { account, amr, provedAt } }: PendingStep,
  method: 'otp' | 'pop',
): Promise<string> => {
  const proved = { amr: [...amr, method, 'mfa'], at: provedAt };
  return completeSignIn(dependencies, request, response, { interaction, account }, proved);
};
