import type { Page } from '@playwright/test';
import { dark, light, sharedTokens } from '#contract/theme';
import { findAccessibilityViolations, findStyleViolations } from './accessibility.ts';
import { setUpApp } from './authenticator-app.ts';
import type { JourneyDesk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { receiveMentionMail } from './mention-mail.ts';
import { fillSignInForm, getAuthorizationUrl } from './oauth-client.ts';
import { addAuthenticator, addPasskey } from './passkeys.ts';
import { administrator } from './people.ts';
import { watchBrowser } from './watch-browser.ts';

type SignInPage = {
  name: string;
  title: string;
  /** `unsubscribeLink`: the link in a mail about notifications. */
  open: (page: Page, desk: JourneyDesk, unsubscribeLink: string) => Promise<unknown>;
};

const manyScopes =
  'openid tickets:read tickets:write messages:read messages:write gists:read gists:write people:read people:write';
const invalidCredentials = { email: 'nobody@stardesk.local', password: 'not the password' };

/**
 * Pages of the authorization server and the bff. Each can be opened after the previous page. The journeys of passkeys,
 * mailboxes and identity providers check further pages.
 */
const signInPages: SignInPage[] = [
  { name: 'signing in to the desk', title: 'Sign in', open: (page, { url }) => page.goto(`${url}/login`) },
  {
    name: 'signing in as a known person',
    title: 'Sign in',
    open: (page, { url }) => page.goto(`${url}/login?login_hint=${administrator.email}`),
  },
  {
    name: 'a forgotten password',
    title: 'Forgot your password?',
    open: (page, { apiUrl }) => page.goto(`${apiUrl}/oauth/forgot`),
  },
  {
    name: 'an invitation',
    title: 'Welcome to Stardesk',
    open: async (page, desk) =>
      page.goto(`${desk.apiUrl}${await desk.createInvitation({ email: 'mara@stardesk.local' })}`),
  },
  {
    name: 'an unknown one-time link',
    title: 'This link does not work any more',
    open: (page, { apiUrl }) => page.goto(`${apiUrl}/oauth/one-time/${'0'.repeat(64)}`),
  },
  {
    name: 'a link that stops mail',
    title: 'Stop these emails?',
    open: (page, _desk, unsubscribeLink) => page.goto(unsubscribeLink),
  },
  {
    name: 'stopped mail',
    title: 'These emails are stopped',
    open: page => page.getByRole('button', { name: 'Stop these emails' }).click(),
  },
  {
    name: 'an invalid link that stops mail',
    title: 'This link does not work',
    open: (page, { apiUrl }) => page.goto(`${apiUrl}/oauth/unsubscribe/${'0'.repeat(80)}`),
  },
  { name: 'signing in to an app', title: 'Sign in', open: (page, desk) => page.goto(getAuthorizationUrl(desk)) },
  {
    name: 'an invalid password',
    title: 'Incorrect email or password – Sign in',
    open: page => fillSignInForm(page, invalidCredentials),
  },
  {
    name: 'the consent page',
    title: 'Allow \u2068API reference\u2069?',
    open: async (page, desk) => {
      await page.goto(getAuthorizationUrl(desk, { scope: manyScopes }));
      await fillSignInForm(page);
    },
  },
  {
    name: 'a completed step',
    title: 'You are already signed in',
    open: page => page.goto(page.url().replace(/[^/]+$/, 'another')),
  },
  {
    name: 'connected apps',
    title: 'Connected apps',
    open: (page, { apiUrl }) => page.goto(`${apiUrl}/oauth/programs`),
  },
  {
    name: 'sign-in security',
    title: 'Sign-in security',
    open: (page, { apiUrl }) => page.goto(`${apiUrl}/oauth/security`),
  },
  { name: 'recovery codes', title: 'Your recovery codes', open: setUpApp },
  {
    name: 'sign-in security with a second factor',
    title: 'Sign-in security',
    open: page => page.getByRole('link', { name: 'I have saved them' }).click(),
  },
  {
    name: 'sign-in security with a passkey',
    title: 'The passkey was added. – Sign-in security',
    open: async page => {
      await addAuthenticator(page);
      await addPasskey(page, 'Laptop');
    },
  },
  { name: 'signing out', title: 'Sign out?', open: (page, { apiUrl }) => page.goto(`${apiUrl}/oauth/logout`) },
  {
    name: 'signed out',
    title: 'Signed out',
    open: page => page.getByRole('button', { name: 'Sign out' }).click(),
  },
  {
    name: 'the second step of a sign-in',
    title: 'Enter your code',
    open: async (page, desk) => {
      await page.goto(getAuthorizationUrl(desk));
      await fillSignInForm(page);
    },
  },
  {
    name: 'an invalid recovery code',
    title: 'Incorrect recovery code – Enter your code',
    open: async page => {
      await page.getByText('Sign in without your phone').click();
      await page.getByLabel('Recovery code').fill('not-a-code');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'a required second factor',
    title: 'Set up two-step sign-in',
    open: async (page, desk) => {
      await desk.setSetting('second_factor', 'everyone');
      await page.goto(getAuthorizationUrl(desk));
      await fillSignInForm(page, await desk.addPerson('Kim Park'));
    },
  },
  {
    name: 'an unknown app',
    title: 'Unknown app',
    open: (page, desk) => page.goto(getAuthorizationUrl(desk, { client_id: 'nobody' })),
  },
  {
    name: 'an invalid redirect URI',
    title: 'This sign-in cannot be completed',
    open: async (page, desk) => {
      await page.goto(getAuthorizationUrl(desk, { redirect_uri: 'https://evil.example/' }));
      await page.getByText('Technical details').click();
    },
  },
  {
    name: 'an expired step',
    title: 'This sign-in has expired',
    open: (page, { apiUrl }) => page.goto(`${apiUrl}/oauth/consent/whatever`),
  },
  {
    name: 'an unknown address',
    title: 'Page not found',
    open: (page, { apiUrl }) => page.goto(`${apiUrl}/oauth/sign-in`),
  },
  {
    name: 'a sign-in of a different browser',
    title: 'This sign-in cannot be completed',
    open: (page, { url }) => page.goto(`${url}/auth?state=of-another-browser&code=a`),
  },
  {
    name: 'an internal address',
    title: 'This address is not a page',
    open: (page, { url }) => page.goto(`${url}/logout`),
  },
];

/** Checks all rules and the target size (WCAG 2.2, 2.5.8). By default, axe does not check the size. */
const findAllViolations = (page: Page) =>
  findAccessibilityViolations(page, { rules: { 'target-size': { enabled: true } } });

// The second run needs only style rules: the elements are the same in both runs.
for (const { colorScheme, width, findViolations } of [
  { colorScheme: 'light', width: 1440, findViolations: findAllViolations },
  { colorScheme: 'dark', width: 320, findViolations: findStyleViolations },
] as const) {
  test(`Every sign-in page is accessible, ${colorScheme} and ${width} pixels wide`, async ({
    page,
    context,
    desk,
    addColleague,
  }) => {
    const people = [await addColleague('Ingrid Dahl'), await addColleague('Otto Brandt')] as const;
    const { link } = await receiveMentionMail(desk, ...people);
    const watched = watchBrowser(context);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 640 });
    for (const { name, title, open } of signInPages) {
      await test.step(name, async () => {
        await open(page, desk, link);
        await expect(page).toHaveTitle(`${title} · Stardesk`);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
        expect(await findViolations(page), name).toEqual([]);
        expect(await scrollsSideways(page), name).toBe(false);
      });
    }
    await test.step('all pages and the desk use the same theme tokens', async () => {
      const expected = { ...(colorScheme === 'light' ? light : dark), ...sharedTokens };
      for (const url of [`${desk.apiUrl}/oauth/programs`, `${desk.url}/logout`, `${desk.url}/`]) {
        await page.goto(url);
        await expect.poll(() => readTokens(page, Object.keys(expected)), url).toEqual(expected);
      }
    });
    expect(new Set(watched.requestUrls.map(url => new URL(url).origin))).toEqual(new Set([desk.url, desk.apiUrl]));
  });
}

/** Reads the values of theme tokens in the page's style sheet. */
const readTokens = (page: Page, names: string[]): Promise<Record<string, string>> =>
  page.evaluate(tokenNames => {
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(tokenNames.map(name => [name, style.getPropertyValue(`--${name}`)]));
  }, names);

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
