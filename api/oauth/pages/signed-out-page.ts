import { html } from './html.ts';
import { page } from './page.ts';

/** Says that it is done. */
export const signedOutPage = (publicUrl: string): string =>
  page(
    publicUrl,
    'Signed out',
    html`<h1>You are signed out</h1>
<p class="lead">You can close this page.</p>`,
  );

/** Asks whether to sign out, when it is not the desk's own web app that sent the person here. */
export const signOutPage = (publicUrl: string): string =>
  page(
    publicUrl,
    'Sign out',
    html`<h1>Sign out of Stardesk?</h1>
<p class="lead">Programs that you allowed to act for you keep doing so.</p>
<form method="post">
<button class="primary">Sign out</button>
</form>`,
  );
