import { html } from './html.ts';
import { page } from './page.ts';

/** What the form shows: for whom, the address typed before, what went wrong. */
export type SignInForm = {
  client: { name: string; firstParty: boolean };
  email: string;
  /** `isTyped` when what was typed is to blame. */
  problem?: { title: string; text: string; isTyped: boolean } | undefined;
  /** The authorization request, as a query. */
  request: string;
};

/**
 * The sign-in form. The cursor waits where something is still to be typed. A problem belongs to the password: that is
 * typed again, and the address is marked no more for an unknown person than for a wrong password.
 */
export const signInPage = (publicUrl: string, { client, email, problem, request }: SignInForm): string => {
  const known = email !== '';
  const field = (here: boolean) => (here ? html` autofocus` : null);
  const described = problem === undefined ? null : html` aria-describedby="problem"`;
  const marked = problem?.isTyped === true ? html` aria-invalid="true"` : null;
  return page(
    publicUrl,
    problem === undefined ? 'Sign in' : `${problem.title} – Sign in`,
    html`<h1>Sign in</h1>
${client.firstParty ? null : html`<p class="lead">to continue to <strong><bdi>${client.name}</bdi></strong></p>`}
${problem === undefined ? null : html`<p class="problem" role="alert" id="problem">${problem.text}</p>`}
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" enterkeyhint="next" maxlength="254" required value="${email}"${field(!known)}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" enterkeyhint="go" maxlength="1024" required${field(known)}${marked}${described}>
<input type="hidden" name="request" value="${request}">
<button class="primary">Sign in</button>
</form>
<p class="note">Forgot your password? An administrator of this desk can set a new one for you.</p>`,
  );
};
