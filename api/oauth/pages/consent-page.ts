import { html } from '#server/html';
import { isLoopback } from '#server/loopback';
import { connectedAppsUrl } from '../grants/connected-apps-client.ts';
import { renderOAuthPage } from './page.ts';
import { renderScopeItems } from './scope-items.ts';
import type { Site } from './site.ts';

export type ConsentPageContent = {
  client: { name: string };
  scopes: string[];
  email: string;
  redirectUri: string;
  /** The authorization request as a query string. */
  request: string;
  /** The URL that restarts the request for a different person. */
  otherPersonUrl: string;
};

/** Renders the page that asks for consent to the requested scopes. */
export const renderConsentPage = (
  site: Site,
  { client, scopes, email, redirectUri, request, otherPersonUrl }: ConsentPageContent,
): string =>
  renderOAuthPage(
    site,
    // Isolates (Unicode UAX 9) prevent a right-to-left name from reordering the text around it.
    `Allow \u2068${client.name}\u2069?`,
    html`<h1>Allow <bdi class="name">${client.name}</bdi> to use <bdi>${site.deskName}</bdi> for you?</h1>
<p class="lead">You are signed in as <strong><bdi>${email}</bdi></strong>. <a href="${otherPersonUrl}">Not you?</a></p>
<p class="lead" id="scopes">The app will be able to:</p>
<ul aria-labelledby="scopes">
${renderScopeItems(scopes)}
</ul>
<form method="post">
<input type="hidden" name="request" value="${request}">
<div class="choice">
<button name="decision" value="cancel">Cancel</button>
<button class="primary" name="decision" value="allow">Allow</button>
</div>
</form>
<p class="note">Either way, you return to <strong>${formatDestination(redirectUri)}</strong>. An app can never do more than your own role allows. Only allow apps you trust. You can revoke access at any time under <a href="${connectedAppsUrl(site.apiPublicUrl)}">Connected apps</a>.</p>`,
  );

/** Describes the recipient of the response: a host, or an app on this computer. */
const formatDestination = (uri: string): string => {
  const url = URL.parse(uri);
  if (url === null) return 'the app';
  return isLoopback(url) ? 'an app on this computer' : url.host;
};
