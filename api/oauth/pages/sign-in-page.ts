import { html } from '#server/html';
import { renderOAuthPage } from './page.ts';

/** The data of the sign-in page. */
export type SignInPageContent = {
  client: { name: string; firstParty: boolean };
  email: string;
  /** `isTyped` if the input caused the problem. */
  problem?: { title: string; text: string; isTyped: boolean } | undefined;
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
