import type { NotificationKind } from '#contract/enums';
import { html } from '#server/html';
import { describeKinds } from '../../mail/unsubscribe-token.ts';
import { renderOAuthPage } from './page.ts';
import { getDeskLinks, renderPageLinks } from './page-links.ts';
import type { Site } from './site.ts';

/** Renders the page that asks whether to stop mail about some kinds of notifications. */
export const renderUnsubscribePage = (site: Site, kinds: readonly NotificationKind[]): string =>
  renderOAuthPage(
    site,
    'Stop these emails?',
    html`<h1>Stop these emails?</h1>
<p class="lead">You will get no more mail about ${describeKinds(kinds)}. This does not change your notifications in ${site.deskName}.</p>
<form method="post"><button class="primary">Stop these emails</button></form>`,
  );

/** Renders the confirmation that the mail is stopped. */
export const renderUnsubscribedPage = (site: Site, kinds: readonly NotificationKind[]): string =>
  renderOAuthPage(
    site,
    'These emails are stopped',
    html`<h1>These emails are stopped</h1>
<p class="lead" role="status">You will get no more mail about ${describeKinds(kinds)}. To get it again, change your preferences in ${site.deskName}.</p>
${renderPageLinks(getDeskLinks(site))}`,
  );

/** Renders the page of an invalid link. */
export const renderInvalidUnsubscribePage = (site: Site): string =>
  renderOAuthPage(
    site,
    'This link does not work',
    html`<h1>This link does not work</h1>
<p class="lead">It is incomplete, or belongs to another desk. Copy the whole link from the email, or change your preferences in ${site.deskName}.</p>
${renderPageLinks(getDeskLinks(site))}`,
  );
