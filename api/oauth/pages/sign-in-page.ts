import { html } from './html.ts';
import { page } from './page.ts';

/** What the form shows: for whom, the address typed before, what went wrong. */
export type SignInForm = {
  client: { name: string; firstParty: boolean };
  email: string;
  /** `isTyped` when what was typed is to blame. */
  problem?: { text: string; isTyped: boolean } | undefined;
};

/** The sign-in form. The cursor waits where something is still to be typed. */
export const signInPage = (publicUrl: string, { client, email, problem }: SignInForm): string => {
  const known = email !== '';
  const field = (here: boolean) => (here ? html` autofocus` : null);
  const marked = problem?.isTyped === true ? html` aria-invalid="true" aria-describedby="problem"` : null;
  return page(
    publicUrl,
    'Sign in',
    html`<h1>Sign in</h1>
${client.firstParty ? null : html`<p class="lead">to continue to <strong>${client.name}</strong></p>`}
${problem === undefined ? null : html`<p class="problem" role="alert" id="problem">${problem.text}</p>`}
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"${field(!known)}${marked}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${field(known)}${marked}>
<button class="primary">Sign in</button>
</form>`,
  );
};
