import assert from 'node:assert/strict';
import pino from 'pino';
import type { Database } from '../../database/database.ts';
import type { TestClock } from '../../testing/test-clock.ts';
import { findAccount } from '../accounts/accounts.ts';
import { createPasskeys } from '../factors/passkeys.ts';
import { createSite } from '../pages/site.ts';
import type { BrowserPage, FormBrowser } from './browser.ts';
import { createVirtualAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts';

type Desk = { server: { url: string }; database: Database; clock: TestClock };

/**
 * Adds a passkey of a person.
 * @returns its authenticator, and recovery codes, empty if the person already had a second factor
 */
export const addPasskey = async (
  { server: { url }, database, clock }: Desk,
  personId: string,
  { name = 'Laptop', counts = true } = {},
): Promise<{ authenticator: VirtualAuthenticator; recoveryCodes: string[] }> => {
  const authenticator = createVirtualAuthenticator(url, { counts });
  const dependencies = { site: createSite(url, undefined), database, notify: async () => undefined };
  const passkeys = createPasskeys({ ...dependencies, log: pino({ enabled: false }) }, clock.now);
  const account = await findAccount(database.read, personId);
  assert.ok(account);
  const options = await passkeys.startAdding('a test', account);
  const recoveryCodes = await passkeys.add('a test', personId, { name, response: authenticator.create(options) });
  assert.ok(recoveryCodes);
  return { authenticator, recoveryCodes };
};

/** Fetches the options of a page's passkey form, as its script does. */
export const fetchOptions = async (
  browser: FormBrowser,
  page: BrowserPage,
): Promise<{ challenge: string; [member: string]: unknown }> => {
  const { status, text } = await requestOptions(browser, page);
  assert.equal(status, 200);
  return JSON.parse(text);
};

/** Requests the options like `fetchOptions`, but returns a response of any status. */
export const requestOptions = (browser: FormBrowser, { url, text }: BrowserPage, site = 'same-origin') => {
  const path = /data-options="([^"]+)"/.exec(text)?.[1] ?? '';
  return browser.open(new URL(path, url), { method: 'POST', headers: { 'Sec-Fetch-Site': site } });
};
