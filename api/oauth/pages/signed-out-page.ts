import { programsAddress } from '../grants/programs-client.ts';
import { html } from './html.ts';
import { page } from './page.ts';
import type { Site } from './site.ts';
import { toDesk, waysOn } from './ways-on.ts';

/** Says that it is done, in this browser or in all. */
export const signedOutPage = (site: Site, where: '' | ' everywhere' = ''): string =>
  page(
    site.publicUrl,
    `Signed out${where}`,
    html`<h1>You are signed out${where}</h1>
<p class="lead">You can close this page.</p>
${waysOn(toDesk(site))}`,
  );

/** Asks whether to sign out, when it is not the desk's own web app that sent the person here. */
export const signOutPage = ({ publicUrl, deskUrl }: Site, email: string): string =>
  page(
    publicUrl,
    'Sign out?',
    html`<h1>Sign out of Stardesk?</h1>
<p class="lead">You are signed in as <strong><bdi>${email}</bdi></strong>. <a href="${programsAddress(publicUrl)}">Programs that act for you</a> keep doing so.</p>
<form method="post">
<div class="choice">
${deskUrl === null ? null : html`<a class="button" href="${deskUrl}/">Stay signed in</a>`}
<button class="primary">Sign out</button>
</div>
</form>`,
  );
