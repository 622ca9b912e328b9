import { html } from '#server/html';
import { renderOAuthPage } from './page.ts';
import type { Site } from './site.ts';

/** Renders the confirmation of a mailbox's sign-in, for a desk that browsers cannot reach. */
export const renderMailboxPage = (site: Site): string =>
  renderOAuthPage(
    site,
    'The mailbox is signed in',
    html`<h1>The mailbox is signed in</h1>
<p class="lead">Close this page, and go back to the settings of the desk.</p>`,
  );
