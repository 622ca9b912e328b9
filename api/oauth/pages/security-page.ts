import { type Html, html } from '#server/html';
import type { SecondFactor } from '../../database/second-factors.ts';
import { recoveryCodeCount } from '../factors/recovery-codes.ts';
import { connectedAppsUrl } from '../grants/connected-apps-client.ts';
import { type EnrolmentForm, renderEnrolment } from './enrolment.ts';
import { renderOAuthPage } from './page.ts';
import { renderTime } from './render-time.ts';
import type { SignInProblem } from './sign-in-page.ts';
import type { Site } from './site.ts';

type SecurityPageContent = {
  person: { id: string; email: string };
  factor: SecondFactor | null;
  seed: string;
  /** The result of a pressed button. */
  message: string | null;
  problem: SignInProblem | null;
};

/** Renders the page on which people set up, renew and remove their second factor. */
export const renderSecurityPage = (
  site: Site,
  { person, factor, seed, message, problem }: SecurityPageContent,
): string => {
  const title = 'Sign-in security';
  const { email } = person;
  const prefix = problem?.title ?? message;
  const form = { email, seed, problem, fields: { person: person.id } };
  return renderOAuthPage(
    site,
    prefix === null ? title : `${prefix} – ${title}`,
    html`<h1>${title}</h1>
<p class="lead">You are signed in as <strong><bdi>${email}</bdi></strong>.</p>
${message === null ? null : html`<p class="done" role="status">${message}</p>`}
<section class="access">
<h2>Two-step sign-in</h2>
${factor === null ? renderOff(site, form) : renderOn(person.id, factor)}
</section>
<p class="note"><a href="${connectedAppsUrl(site.apiPublicUrl)}">Connected apps and browsers</a></p>`,
  );
};

const renderOff = (
  site: Site,
  form: EnrolmentForm,
): Html => html`<p class="when">It is off. Turn it on, and a stolen password is not enough to sign in: you also enter a code from an authenticator app on your phone.</p>
<p class="when">Scan the QR code with the app.</p>
${renderEnrolment(site, form)}`;

const renderOn = (
  personId: string,
  { createdAt, lastUsedAt, unusedRecoveryCodes }: SecondFactor,
): Html => html`<p class="when">Authenticator app since ${renderTime(createdAt)}<br>Last used ${renderTime(lastUsedAt)} (UTC)</p>
<p class="when">${unusedRecoveryCodes} of ${recoveryCodeCount} recovery codes are unused.</p>
<form method="post">
<input type="hidden" name="person" value="${personId}">
<div class="choice">
<button name="action" value="remove">Turn off</button>
<button name="action" value="codes">New codes</button>
</div>
</form>
<p class="note">To use a new phone, turn it off and on again. New recovery codes replace the old ones.</p>`;
