import { html } from '#server/html';
import { formatWait } from '../accounts/sign-in-limits.ts';
import { renderOAuthPage } from './page.ts';

/** Why a sign-in failed; `isTyped` if the input caused it. */
export type SignInProblem = { title: string; text: string; isTyped: boolean };

/** The same text for a wrong password and an unknown address. */
export const wrongCredentials: SignInProblem = {
  title: 'Wrong email or password',
  text: 'The email address or the password is wrong.',
  isTyped: true,
};

/** The password was not checked, so the input is not marked. */
export const tooManyFailures = (waitSeconds: number): SignInProblem => ({
  title: 'Too many attempts',
  text: `Too many failed attempts. Try again in ${formatWait(waitSeconds)}.`,
  isTyped: false,
});

/** The data of the sign-in page. */
type SignInPageContent = {
  client: { name: string; firstParty: boolean };
  email: string;
  problem?: SignInProblem | undefined;
  /** The authorization request as a query string. */
  request: string;
};

/**
 * Renders the sign-in form and focuses the first empty field. A problem always marks the password, so that an unknown
 * address looks the same as a wrong password.
 */
export const renderSignInPage = (publicUrl: string, { client, email, problem, request }: SignInPageContent): string => {
  const hasEmail = email !== '';
  const autofocus = (isFocused: boolean) => (isFocused ? html` autofocus` : null);
  const described = problem === undefined ? null : html` aria-describedby="problem"`;
  const invalid = problem?.isTyped === true ? html` aria-invalid="true"` : null;
  return renderOAuthPage(
    publicUrl,
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
<p class="note">Forgot your password? An administrator of this desk can set a new one for you.</p>`,
  );
};
