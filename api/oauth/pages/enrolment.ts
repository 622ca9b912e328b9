import { renderSVG } from 'uqr';
import { type Html, html } from '#server/html';
import { toSeedUri } from '../factors/totp.ts';
import type { SignInProblem } from './sign-in-page.ts';
import type { Site } from './site.ts';

/** A form that sets up an authenticator app. */
export type EnrolmentForm = {
  email: string;
  seed: string;
  problem: SignInProblem | null;
  /** The values of hidden fields by name. */
  fields: Readonly<Record<string, string>>;
};

/** A code that does not belong to the shown seed. */
export const invalidFirstCode: SignInProblem = {
  title: 'Incorrect code',
  text: 'The code is incorrect. Check the time on your phone, and enter the code that the app shows now.',
  isInvalidInput: true,
};

/** Renders the form: QR code, seed as text, and a field for a code. */
export const renderEnrolment = (site: Site, { email, seed, problem, fields }: EnrolmentForm): Html => {
  const issuer = `${site.deskName} ${new URL(site.deskUrl ?? site.apiPublicUrl).host}`;
  const problemText = problem?.text ?? null;
  const picture: Html = { markup: renderSVG(toSeedUri(seed, { issuer, email }), { border: 4 }) };
  return html`<div class="qr" role="img" aria-label="QR code for an authenticator app">${picture}</div>
<p class="note">Cannot scan it? Enter this key in the app: <code>${(seed.match(/.{4}/g) ?? []).join(' ')}</code></p>
${renderProblem(problemText)}
<form method="post">
${renderHiddenFields({ ...fields, seed })}
${renderCodeField('Code that the app shows', problemText, problemText !== null)}
<button class="primary" name="action" value="enrol">Turn on</button>
</form>`;
};

/** Renders the field of a code. */
export const renderCodeField = (label: string, problem: string | null, hasFocus: boolean): Html =>
  html`<label for="code">${label}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" enterkeyhint="go" maxlength="20" required${renderFieldState(problem, hasFocus)}>`;

/** Renders the attributes of a field with the focus or a problem. */
export const renderFieldState = (problem: string | null, hasFocus: boolean): Html =>
  html`${hasFocus ? html` autofocus` : null}${problem === null ? null : html` aria-invalid="true" aria-describedby="problem"`}`;

export const renderProblem = (problem: string | null): Html | null =>
  problem === null ? null : html`<p class="problem" role="alert" id="problem">${problem}</p>`;

export const renderHiddenFields = (fields: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
