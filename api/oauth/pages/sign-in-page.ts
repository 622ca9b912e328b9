import { type Html, html } from '#server/html';
import { formatWait } from '../accounts/sign-in-limits.ts';
import { renderProviderLinks } from '../upstream/provider-links.ts';
import { toForgotUrl } from './forgot-page.ts';
import { renderOAuthPage } from './page.ts';
import type { PageLink } from './page-links.ts';
import type { Site } from './site.ts';

/** The reason for a failed sign-in; `isInvalidInput` marks the field as invalid. */
export type SignInProblem = { title: string; text: string; isInvalidInput: boolean };

/** An invalid password or an unknown email address. The text does not reveal which, so that accounts stay secret. */
export const invalidCredentials: SignInProblem = {
  title: 'Incorrect email or password',
  text: 'The email address or the password is incorrect.',
  isInvalidInput: true,
};

/** Creates the problem of a rate-limited sign-in, whose password was not checked. */
export const tooManyFailures = (waitSeconds: number): SignInProblem => ({
  title: 'Too many attempts',
  text: `Too many failed attempts. Try again in ${formatWait(waitSeconds)}.`,
  isInvalidInput: false,
});

/** A correct password or passkey of a person who has to sign in at an identity provider. */
export const passwordOff: SignInProblem = {
  title: 'Use your identity provider',
  text: 'Passwords and passkeys are off for your account. Continue with your identity provider below.',
  isInvalidInput: false,
};

type SignInPageContent = {
  client: { name: string; firstParty: boolean };
  email: string;
  problem?: SignInProblem | undefined;
  /** The authorization request as a query string. */
  request: string;
  /** Links that continue at an identity provider. */
  providers: readonly PageLink[];
  /** The form that signs in with a passkey; null if passkeys are not offered. */
  passkeyForm: Html | null;
};

/** Renders the sign-in form and focuses the first empty field. */
export const renderSignInPage = (
  site: Site,
  { client, email, problem, request, providers, passkeyForm }: SignInPageContent,
): string => {
  const hasEmail = email !== '';
  const autofocus = (isFocused: boolean) => (isFocused ? html` autofocus` : null);
  const described = problem === undefined ? null : html` aria-describedby="problem"`;
  const invalid = problem?.isInvalidInput === true ? html` aria-invalid="true"` : null;
  return renderOAuthPage(
    site,
    problem === undefined ? 'Sign in' : `${problem.title} – Sign in`,
    html`<h1>Sign in</h1>
${client.firstParty ? null : html`<p class="lead">to continue to <strong><bdi>${client.name}</bdi></strong></p>`}
${problem === undefined ? null : html`<p class="problem" role="alert" id="problem">${problem.text}</p>`}
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" enterkeyhint="next" maxlength="254" required value="${email}"${autofocus(!hasEmail)}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" enterkeyhint="go" maxlength="1024" required${autofocus(hasEmail)}${invalid}${described}>
<input type="hidden" name="request" value="${request}">
<button class="primary">Sign in</button>
</form>
<p class="note"><a href="${toForgotUrl(site.apiPublicUrl)}">Forgot your password?</a></p>
${passkeyForm}
${renderProviderLinks(providers)}`,
  );
};
