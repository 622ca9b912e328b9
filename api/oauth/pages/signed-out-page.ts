import { programsAddress } from '../grants/programs-client.ts';
import { html } from './html.ts';
import { page } from './page.ts';
import type { Site } from './site.ts';
import { toDesk, waysOn } from './ways-on.ts';

/** Renders the confirmation of a sign-out. */
export const signedOutPage = (site: Site, where: '' | ' everywhere' = ''): string =>
  page(
    site.publicUrl,
    `Signed out${where}`,
    html`<h1>You are signed out${where}</h1>
<p class="lead">You can close this page.</p>
${waysOn(toDesk(site))}`,
  );

/** Renders the page that asks to confirm a sign-out. */
export const signOutPage = ({ publicUrl, deskUrl }: Site, email: string): string =>
  page(
    publicUrl,
    'Sign out?',
    html`<h1>Sign out of Stardesk?</h1>
<p class="lead">You are signed in as <strong><bdi>${email}</bdi></strong>. <a href="${programsAddress(publicUrl)}">Connected apps</a> keep their access.</p>
<form method="post">
<div class="choice">
${deskUrl === null ? null : html`<a class="button" href="${deskUrl}/">Stay signed in</a>`}
<button class="primary">Sign out</button>
</div>
</form>`,
  );
