import assert from 'node:assert/strict';
import type { Person } from '#contract';
import type { TestApi } from '../../testing/api.ts';
import { type BrowserPage, createFormBrowser } from './browser.ts';
import { authorizationUrl, type CodeFlow, createVerifier, exchangeCode } from './code-flow.ts';
import { addBffClient } from './oauth-server.ts';

/** Creates the steps of people who sign in at an identity provider. */
export const createUpstreamSteps = (api: () => TestApi) => {
  const steps = {
    /** Opens the sign-in page, by default in a new browser. */
    async openSignIn(browser = createFormBrowser()) {
      const client = await addBffClient(api().database);
      const { verifier, challenge } = createVerifier();
      const url = authorizationUrl({ server: api(), client }, challenge);
      const page = await browser.follow(url, client.redirectUri);
      return { browser, client, verifier, page };
    },
    /** Presses "Continue with …" on a page. @returns the page that follows, or the redirect to `until` */
    async continueWith(browser: ReturnType<typeof createFormBrowser>, page: BrowserPage, until: string) {
      const [, href] = /<a class="button" href="([^"]+\/upstream\/[^"]+)">Continue with /.exec(page.text) ?? [];
      assert.ok(href, page.text);
      return browser.follow(href, until);
    },
    /** Signs in with a new browser. @returns the last page, or the redirect to the client */
    async signIn() {
      const started = await steps.openSignIn();
      const { browser, client, page } = started;
      return { ...started, page: await steps.continueWith(browser, page, client.redirectUri) };
    },
    /** Finds the person who is signed in after a redirect to the client. */
    async findPerson({ client, verifier, page }: SignedIn): Promise<Person> {
      assert.ok(page.location?.startsWith(client.redirectUri), page.text);
      const { body } = await exchangeCode({ server: api(), client }, { back: new URL(page.location ?? ''), verifier });
      const headers = { Authorization: `Bearer ${body.access_token}` };
      return (await api().call<Person>('GET', '/v1/people/me', { as: null, headers })).body;
    },
    /** Signs in with a new browser. @returns the id of the person, or the heading of the last page */
    async tryToSignIn(): Promise<string> {
      const signedIn = await steps.signIn();
      const [, heading] = /<h1>([^<]+)<\/h1>/.exec(signedIn.page.text) ?? [];
      return heading ?? (await steps.findPerson(signedIn)).id;
    },
  };
  return steps;
};

type SignedIn = { client: CodeFlow['client']; verifier: string; page: BrowserPage };
