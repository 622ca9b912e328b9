import { html } from '#server/html';
import { securityUrl } from '../grants/connected-apps-client.ts';
import { renderOAuthPage } from './page.ts';
import { type PageLink, renderPageLinks } from './page-links.ts';
import type { Site } from './site.ts';

/** Renders new recovery codes, which are shown only once. */
export const renderRecoveryCodesPage = (site: Site, codes: readonly string[], next: PageLink): string =>
  renderOAuthPage(
    site,
    'Your recovery codes',
    html`<h1>Your recovery codes</h1>
<p class="done" role="status">Two-step sign-in is on.</p>
<p class="lead" id="codes">Save these codes where you can find them without your phone. Each works once, in place of your phone or passkey. They are not shown again.</p>
<ul class="codes" aria-labelledby="codes">
${codes.map(code => html`<li><code>${code}</code></li>`)}
</ul>
${renderPageLinks([next])}`,
  );

/** Renders the page after a setup whose recovery codes the person may not have seen. “Continue” links to `href`. */
export const renderUnseenCodesPage = (site: Site, href: string): string =>
  renderOAuthPage(
    site,
    'Two-step sign-in is on',
    html`<h1>Two-step sign-in is on</h1>
<p class="lead">If you have not seen your recovery codes, create new codes.</p>
${renderPageLinks([
  { href, label: 'Continue' },
  { href: securityUrl(site.apiPublicUrl), label: 'Create new codes' },
])}`,
  );
