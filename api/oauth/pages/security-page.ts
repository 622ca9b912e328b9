import { type Html, html } from '#server/html';
import type { SecondFactor } from '../../database/second-factors.ts';
import { recoveryCodeCount } from '../factors/recovery-codes.ts';
import { connectedAppsUrl } from '../grants/connected-apps-client.ts';
import {
  type EnrolmentForm,
  invalidFirstCode,
  renderEnrolment,
  renderHiddenFields,
  renderProblem,
} from './enrolment.ts';
import { renderOAuthPage } from './page.ts';
import { renderTime } from './render-time.ts';
import type { SignInProblem } from './sign-in-page.ts';
import type { Site } from './site.ts';

type SecurityPageContent = {
  person: { id: string; email: string };
  factors: readonly SecondFactor[];
  /** The form that adds a passkey; null if passkeys are not offered. */
  newPasskey: Html | null;
  seed: string;
  /** The outcome of the submitted form; null before a submission or with a problem. */
  message: string | null;
  problem: SignInProblem | null;
};

/** Renders the page on which people set up and remove second factors, and renew recovery codes. */
export const renderSecurityPage = (
  site: Site,
  { person, factors, newPasskey, seed, message, problem }: SecurityPageContent,
): string => {
  const title = 'Sign-in security';
  const { id, email } = person;
  const app = factors.find(({ kind }) => kind === 'totp');
  const prefix = problem?.title ?? message;
  const passkeys = factors.filter(({ kind }) => kind === 'passkey');
  const form = { email, seed, problem: problem === invalidFirstCode ? problem : null, fields: { person: id } };
  return renderOAuthPage(
    site,
    prefix === null ? title : `${prefix} – ${title}`,
    html`<h1>${title}</h1>
<p class="lead">You are signed in as <strong><bdi>${email}</bdi></strong>.</p>
${message === null ? null : html`<p class="done" role="status">${message}</p>`}
${form.problem === null ? renderProblem(problem?.text ?? null) : null}
${newPasskey === null && passkeys.length === 0 ? null : renderPasskeys(id, passkeys, newPasskey)}
<section class="account-section">
<h2>Authenticator app</h2>
${app === undefined ? renderAppSetup(site, form) : renderActiveApp(id, app)}
</section>
${factors.slice(0, 1).map(factor => renderRecoveryCodes(id, factor))}
<p class="note"><a href="${connectedAppsUrl(site.apiPublicUrl)}">Connected apps and browsers</a></p>`,
  );
};

const renderPasskeys = (
  personId: string,
  passkeys: readonly SecondFactor[],
  newPasskey: Html | null,
): Html => html`<section class="account-section">
<h2>Passkeys</h2>
<p class="detail">A passkey signs you in with a fingerprint, your face or a PIN, without the password. If you sign in with the password, the desk asks for a passkey or a code as well.</p>
${passkeys.length === 0 ? null : html`<ul class="rows">${passkeys.map(passkey => renderPasskey(personId, passkey))}</ul>`}
${newPasskey}
<noscript><p class="detail">Adding a passkey needs JavaScript.</p></noscript>
</section>`;

const renderPasskey = (personId: string, { id, name, createdAt, lastUsedAt, disabledAt }: SecondFactor): Html => {
  const disabled = html`<span class="detail">Disabled ${renderTime(disabledAt ?? 0)} (UTC): it may have been copied. Remove this passkey.</span>`;
  return html`<li>
<p><strong><bdi>${name}</bdi></strong>
<span class="detail">Since ${renderTime(createdAt)}<br>Last used ${renderTime(lastUsedAt)} (UTC)</span>
${disabledAt === null ? null : disabled}</p>
<form method="post">
${renderHiddenFields({ person: personId, passkey: id ?? '' })}
<button name="action" value="remove_passkey" aria-label="Remove ${name}">Remove</button>
</form>
</li>`;
};

const renderAppSetup = (
  site: Site,
  form: EnrolmentForm,
): Html => html`<p class="detail">With an authenticator app, a stolen password is not enough to sign in: you also enter a code from the app on your phone.</p>
<p class="detail">Scan the QR code with the app.</p>
${renderEnrolment(site, form)}`;

const renderActiveApp = (
  personId: string,
  { createdAt, lastUsedAt }: SecondFactor,
): Html => html`<p class="detail">On since ${renderTime(createdAt)}<br>Last used ${renderTime(lastUsedAt)} (UTC)</p>
<form method="post">
${renderHiddenFields({ person: personId })}
<button name="action" value="remove">Turn off</button>
</form>
<p class="note">To move to a new phone, turn off the authenticator app here, then set it up again on the new phone.</p>`;

const renderRecoveryCodes = (
  personId: string,
  { unusedRecoveryCodes }: SecondFactor,
): Html => html`<section class="account-section">
<h2>Recovery codes</h2>
<p class="detail">${unusedRecoveryCodes} of ${recoveryCodeCount} recovery codes are unused. Each works once, in place of your phone or passkey.</p>
<form method="post">
${renderHiddenFields({ person: personId })}
<button name="action" value="codes">New codes</button>
</form>
<p class="note">New recovery codes replace the old ones.</p>
</section>`;
