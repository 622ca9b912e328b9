import { html } from '#server/html';
import { renderOAuthPage } from './page.ts';
import { getDeskLinks, renderPageLinks } from './page-links.ts';
import type { Site } from './site.ts';

const title = 'Forgot your password?';

/** Returns the URL of the page that asks for the email address of an account. */
export const toForgotUrl = (apiPublicUrl: string): string => `${apiPublicUrl}/oauth/forgot`;

/** Renders the form that asks for an email address. */
export const renderForgotPage = (site: Site): string =>
  renderOAuthPage(
    site,
    title,
    html`<h1>${title}</h1>
<p class="lead">Enter the email address of your account. You will get an email with a link to choose a new password.</p>
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" enterkeyhint="go" maxlength="254" required autofocus>
<button class="primary">Send the link</button>
</form>`,
  );

/** Renders the response to every email address. It does not reveal whether there is an account. */
export const renderForgotSentPage = (site: Site): string =>
  renderOAuthPage(
    site,
    'Check your email',
    html`<h1>Check your email</h1>
<p class="lead" role="status">If there is an account with this address, an email with a link is on its way. The link works for one hour.</p>
<p class="note">No email? Look in the spam folder, check the address, or ask an administrator for a link.</p>
${renderPageLinks(getDeskLinks(site))}`,
  );

/** Renders the page of a desk that cannot send mail. */
export const renderNoMailPage = (site: Site): string =>
  renderOAuthPage(
    site,
    title,
    html`<h1>${title}</h1>
<p class="lead">This desk cannot send mail. Ask an administrator for a link.</p>
${renderPageLinks(getDeskLinks(site))}`,
  );
