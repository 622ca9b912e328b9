import { type Html, html } from '#server/html';
import type { ConnectedApp } from '../grants/connected-apps.ts';
import { securityUrl } from '../grants/connected-apps-client.ts';
import type { OwnAccess } from '../grants/own-access.ts';
import type { SignIn } from '../grants/sign-ins.ts';
import { renderOAuthPage } from './page.ts';
import { renderTime } from './render-time.ts';
import { renderScopeItems } from './scope-items.ts';
import type { Site } from './site.ts';

type ConnectedAppsPageContent = OwnAccess & {
  person: { id: string; email: string };
  /** The id of the sign-in of this browser. */
  currentId: string;
  /** The outcome of the submitted form; null before a submission. */
  message: string | null;
};

/** Renders a person's connected apps and sign-ins, each with a button to revoke it. */
export const renderConnectedAppsPage = (
  site: Site,
  { person, currentId, apps, signIns, message }: ConnectedAppsPageContent,
): string => {
  const title = 'Connected apps';
  return renderOAuthPage(
    site,
    message === null ? title : `${message} – ${title}`,
    html`<h1>${title}</h1>
<p class="lead">You are signed in as <strong><bdi>${person.email}</bdi></strong>.</p>
${message === null ? null : html`<p class="done" role="status">${message}</p>`}
<form method="post">
<input type="hidden" name="person" value="${person.id}">
${apps.length === 0 ? noApps : apps.map(renderApp)}
<section class="account-section">
<h2>Where you are signed in</h2>
<ul class="rows">
${signIns.filter(({ id }) => id === currentId).map(each => renderSignIn(each, true))}
${signIns.filter(({ id }) => id !== currentId).map(each => renderSignIn(each, false))}
</ul>
<button name="everywhere" value="yes">Sign out everywhere</button>
</section>
</form>
<p class="note">Connected apps keep their access when you sign out. Times are in UTC.</p>
<p class="note"><a href="${securityUrl(site.apiPublicUrl)}">Sign-in security</a></p>`,
  );
};

const noApps = html`<section class="account-section">
<p class="lead">No connected apps.</p>
</section>`;

const renderApp = (app: ConnectedApp, n: number): Html => {
  const { kind, id, name, scopes, createdAt, lastUsedAt, expiresAt } = app;
  return html`<section class="account-section">
<h2 id="app-${n}"><bdi class="name">${name}</bdi></h2>
${kind === 'script' ? html`<p class="detail">Token <code>${id}</code>, created by an administrator</p>` : null}
<p class="detail">${renderUsage(createdAt, lastUsedAt)}${expiresAt === null ? null : html`<br>Expires ${renderTime(expiresAt)}`}</p>
<ul aria-labelledby="app-${n}">
${renderScopeItems(scopes)}
</ul>
<button name="${kind}" value="${id}" aria-describedby="app-${n}">Revoke access</button>
</section>`;
};

const renderSignIn = ({ id, createdAt, lastUsedAt }: SignIn, isCurrent: boolean): Html => html`<li>
<p id="sign-in-${id}"><strong>${isCurrent ? 'This browser' : 'Another browser'}</strong>
<span class="detail">${renderUsage(createdAt, lastUsedAt)}</span></p>
<button name="sign_in" value="${id}" aria-describedby="sign-in-${id}">Sign out</button>
</li>`;

const renderUsage = (since: number, lastUsedAt: number): Html =>
  html`Since ${renderTime(since)}<br>Last used ${renderTime(lastUsedAt)}`;
