import { html } from '#server/html';
import { renderOAuthPage } from './page.ts';

/** Renders the confirmation of a mailbox's sign-in, for a desk that browsers cannot reach. */
export const renderMailboxPage = (apiPublicUrl: string): string =>
  renderOAuthPage(
    apiPublicUrl,
    'The mailbox is signed in',
    html`<h1>The mailbox is signed in</h1>
<p class="lead">Close this page, and go back to the settings of the desk.</p>`,
  );
