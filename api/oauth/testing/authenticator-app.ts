import assert from 'node:assert/strict';
import type { Database } from '../../database/database.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { testSecretKeys } from '../../testing/secret-keys.ts';
import type { TestClock } from '../../testing/test-clock.ts';
import { createSecondFactors } from '../factors/second-factors.ts';
import { computeCode, createSeed, getTimeStep } from '../factors/totp.ts';
import type { BrowserPage, FormBrowser } from './browser.ts';
import { openSignInForm } from './code-flow.ts';
import type { TestPerson } from './oauth-server.ts';

/** An authenticator app that a person has set up. */
export type AuthenticatorApp = {
  seed: string;
  recoveryCodes: string[];
  /** Returns the code that the app shows after `steps` steps of 30 seconds, by default now. */
  showCode(steps?: number): string;
};

/** Returns the code of a seed after `steps` steps of 30 seconds, by default now. */
export const showCode = (seed: string, { now }: Pick<TestClock, 'now'>, steps = 0): string =>
  computeCode(seed, getTimeStep(now()) + steps);

/** Sets up an authenticator app as of 30 seconds ago, so that its current code is unused. */
export const setUpApp = async (
  { database, clock }: { database: Database; clock: Pick<TestClock, 'now'> },
  personId: string,
): Promise<AuthenticatorApp> => {
  const seed = createSeed();
  const earlier = clock.now() - 30_000;
  const factors = createSecondFactors(
    { database, secrets: createSecrets(testSecretKeys), notify: async () => {} },
    () => earlier,
  );
  const recoveryCodes = await factors.enrol(personId, { seed, code: showCode(seed, { now: () => earlier }) });
  assert.ok(recoveryCodes);
  return { seed, recoveryCodes, showCode: steps => showCode(seed, clock, steps) };
};

/** Signs in with the password through the bff's client. Returns the page of the second step. */
export const openSecondStep = async (
  desk: Parameters<typeof openSignInForm>[0],
  { email, password }: TestPerson,
  { parameters = {}, browser }: { parameters?: Record<string, string>; browser?: FormBrowser } = {},
): Promise<{ browser: FormBrowser; page: BrowserPage }> => {
  const form = await openSignInForm(desk, parameters, browser);
  const { status, location } = await form.browser.submit(form.page, { email, password });
  assert.equal(status, 303);
  return { browser: form.browser, page: await form.browser.open(location ?? '') };
};

/** Reads a hidden field of a page. */
export const readField = ({ text }: BrowserPage, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

/** Reads the recovery codes on a page. */
export const readRecoveryCodes = ({ text }: BrowserPage): string[] =>
  [...text.matchAll(/<li><code>([^<]+)</g)].map(([, code = '']) => code);
