import { maxPasswordLength, minPasswordLength } from '#contract/people';
import { html } from '#server/html';
import { renderProviderLinks } from '../upstream/provider-links.ts';
import { renderOAuthPage } from './page.ts';
import { type PageLink, renderPageLinks } from './page-links.ts';
import type { Site } from './site.ts';

/** The owner of a link. An invited person also chooses a name. */
export type LinkOwner = { kind: 'invitation' | 'reset'; name: string; email: string };

/** An error in the submitted form, with its field. */
export type FormProblem = { field: 'name' | 'password' | 'password_again'; text: string };

/** Renders the form on which the owner of a link chooses a password. Focuses the field with a problem. */
export const renderOneTimePage = (
  site: Site,
  { kind, name, email }: LinkOwner,
  { problem = null, providers = [] }: { problem?: FormProblem | null; providers?: readonly PageLink[] } = {},
): string => {
  const isInvitation = kind === 'invitation';
  const title = isInvitation ? `Welcome to ${site.deskName}` : 'Choose a new password';
  /** Renders the attributes that depend on the problem. Without a problem, the password has the focus. */
  const renderState = (field: FormProblem['field']) => {
    const isInvalid = problem?.field === field;
    const invalid = isInvalid ? html` aria-invalid="true" aria-describedby="problem"` : null;
    const rule = !isInvalid && field === 'password' ? html` aria-describedby="rule"` : null;
    const focus = field === (problem?.field ?? 'password') ? html` autofocus` : null;
    return html`${invalid}${rule}${focus}`;
  };
  return renderOAuthPage(
    site,
    problem === null ? title : `${problem.text} – ${title}`,
    html`<h1>${title}</h1>
<p class="lead">${isInvitation ? 'Choose your name and a password for the account' : 'For the account'} <strong><bdi>${email}</bdi></strong>.</p>
${problem === null ? null : html`<p class="problem" role="alert" id="problem">${problem.text}</p>`}
<form method="post">
${
  isInvitation
    ? html`<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" enterkeyhint="next" maxlength="255" required value="${name}"${renderState('name')}>`
    : null
}
<input type="email" name="email" autocomplete="username" value="${email}" readonly hidden>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" enterkeyhint="next" minlength="${minPasswordLength}" maxlength="${maxPasswordLength}" required${renderState('password')}>
<label for="password-again">Password again</label>
<input id="password-again" name="password_again" type="password" autocomplete="new-password" enterkeyhint="go" maxlength="${maxPasswordLength}" required${renderState('password_again')}>
<button class="primary">Save password</button>
</form>
<p class="note" id="rule">At least ${minPasswordLength} characters.${isInvitation ? null : ' You will be signed out everywhere, and connected apps will lose their access.'}</p>
${renderProviderLinks(providers)}`,
  );
};

/** Renders the confirmation without a link, for a desk that browsers cannot reach. */
export const renderAccountReadyPage = (site: Site): string =>
  renderOAuthPage(
    site,
    'Your account is ready',
    html`<h1>Your account is ready</h1>
<p class="lead">Close this page, open the desk and sign in.</p>`,
  );

/** Renders the page of an invalid link: used, replaced, withdrawn, expired or unknown. */
export const renderInvalidLinkPage = (site: Site, links: readonly PageLink[]): string =>
  renderOAuthPage(
    site,
    'This link does not work any more',
    html`<h1>This link does not work any more</h1>
<p class="lead">It has expired, was already used, or was replaced by a newer link. If you have a password, sign in. Otherwise ask an administrator of the desk for a new link.</p>
${renderPageLinks(links)}`,
  );

/** Renders the page for an IP address that sent too many requests. */
export const renderTooManyRequestsPage = (site: Site, wait: string): string =>
  renderOAuthPage(
    site,
    'Too many requests',
    html`<h1>Too many requests</h1>
<p class="lead">Your network sent too many requests. Try again in ${wait}.</p>`,
  );
