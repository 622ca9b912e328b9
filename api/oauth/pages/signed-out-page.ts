import { html } from '#server/html';
import { connectedAppsUrl } from '../grants/connected-apps-client.ts';
import { renderOAuthPage } from './page.ts';
import { getDeskLinks, renderPageLinks } from './page-links.ts';
import type { Site } from './site.ts';

/** Renders the confirmation of a sign-out, which does not end the sessions of identity providers. */
export const renderSignedOutPage = (
  site: Site,
  { where = '', providers }: { where?: '' | ' everywhere'; providers: readonly { name: string }[] },
): string =>
  renderOAuthPage(
    site,
    `Signed out${where}`,
    html`<h1>You are signed out${where}</h1>
<p class="lead">You can close this page.${providers.length === 0 ? null : html` You may still be signed in at <bdi>${providers.map(({ name }) => name).join(' or ')}</bdi>.`}</p>
${renderPageLinks(getDeskLinks(site))}`,
  );

/** Renders the page that asks to confirm a sign-out. */
export const renderSignOutPage = (site: Site, email: string): string =>
  renderOAuthPage(
    site,
    'Sign out?',
    html`<h1>Sign out of <bdi>${site.deskName}</bdi>?</h1>
<p class="lead">You are signed in as <strong><bdi>${email}</bdi></strong>. <a href="${connectedAppsUrl(site.apiPublicUrl)}">Connected apps</a> keep their access.</p>
<form method="post">
<div class="choice">
${site.deskUrl === null ? null : html`<a class="button" href="${site.deskUrl}/">Stay signed in</a>`}
<button class="primary">Sign out</button>
</div>
</form>`,
  );
