import { html } from '#server/html';
import { renderOAuthPage } from '../pages/page.ts';
import { type PageLink, renderPageLinks } from '../pages/page-links.ts';
import type { SignInProblem } from '../pages/sign-in-page.ts';
import type { Site } from '../pages/site.ts';

/** Renders the page of an account that belongs to no person of the desk. */
export const renderNoAccountPage = (site: Site, links: readonly PageLink[]): string =>
  renderOAuthPage(
    site,
    'There is no account for you here',
    html`<h1>There is no account for you here</h1>
<p class="lead">Ask an administrator for an invitation.</p>
${renderPageLinks(links)}`,
  );

/** Renders the form on which an administrator enters the password before an account is linked. */
export const renderProvePasswordPage = (
  site: Site,
  { providerName, email, problem }: { providerName: string; email: string; problem: SignInProblem | undefined },
): string =>
  renderOAuthPage(
    site,
    problem === undefined ? 'Enter your password once' : `${problem.title} – Enter your password once`,
    html`<h1>Enter your password once</h1>
<p class="lead"><strong><bdi>${email}</bdi></strong> is an administrator account. Enter the password once to link the account to <bdi>${providerName}</bdi>. After that, you sign in there.</p>
${problem === undefined ? null : html`<p class="problem" role="alert" id="problem">${problem.text}</p>`}
<form method="post">
<input type="email" name="email" autocomplete="username" value="${email}" readonly hidden>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" enterkeyhint="go" maxlength="1024" required autofocus${problem?.isInvalidInput ? html` aria-invalid="true" aria-describedby="problem"` : null}>
<button class="primary">Sign in</button>
</form>`,
  );
