import assert from 'node:assert/strict';
import { before } from 'node:test';
import { type Browser, createBrowser } from './browser.ts';
import { authorizationUrl, createVerifier, signIn } from './code-flow.ts';
import type { Desk } from './for-each-desk.ts';

/** Where a redirect leads, and what it says there in its query or fragment. */
type Redirect = { at: string; said: URLSearchParams };

/** Authorization requests of the bff's client in a browser where somebody is signed in. */
export const askSignedIn = (desk: () => Desk) => {
  let signedIn: Browser | undefined;
  before(async () => {
    const { server, person, bff } = desk();
    signedIn = createBrowser();
    await signIn({ server, person, client: bff, browser: signedIn });
  });

  return {
    addressOf: (parameters: Record<string, string | undefined> = {}): string =>
      authorizationUrl({ server: desk().server, client: desk().bff, parameters }, createVerifier().challenge).href,
    async answerTo(address: string, browser = signedIn): Promise<Redirect> {
      const { status, location } = (await browser?.open(address)) ?? {};
      assert.equal(status, 303);
      const { origin, pathname, search, hash } = new URL(location ?? '');
      return { at: origin + pathname, said: new URLSearchParams(search || hash.slice(1)) };
    },
  };
};
