import assert from 'node:assert/strict';
import { before } from 'node:test';
import { type BrowserPage, createFormBrowser, type FormBrowser } from './browser.ts';
import { authorizationUrl, obtainTokens } from './code-flow.ts';
import type { OAuthDesk } from './for-each-desk.ts';

/** The target of a redirect, with the parameters of its query or fragment. */
type Redirect = { target: string; result: URLSearchParams };

/** Sends authorization requests of the bff's client from a signed-in browser. */
export const createSignedInRequests = (desk: () => OAuthDesk) => {
  let signedInBrowser: FormBrowser | undefined;
  before(async () => {
    const { server, person, bff } = desk();
    signedInBrowser = createFormBrowser();
    await obtainTokens({ server, person, client: bff, browser: signedInBrowser });
  });

  return {
    /** Sends the request without following a redirect. */
    open: (url: string): Promise<BrowserPage> => (signedInBrowser ?? createFormBrowser()).open(url),
    buildUrl: (parameters: Record<string, string | undefined> = {}): string =>
      authorizationUrl({ server: desk().server, client: desk().bff, parameters }).href,
    async getRedirect(url: string, browser = signedInBrowser): Promise<Redirect> {
      const { status, location } = (await browser?.open(url)) ?? {};
      assert.equal(status, 303);
      const { origin, pathname, search, hash } = new URL(location ?? '');
      return { target: origin + pathname, result: new URLSearchParams(search || hash.slice(1)) };
    },
  };
};
