import { type Html, html } from '#server/html';
import {
  type EnrolmentForm,
  renderCodeField,
  renderEnrolment,
  renderFieldState,
  renderHiddenFields,
  renderProblem,
} from './enrolment.ts';
import { renderOAuthPage } from './page.ts';
import type { SignInProblem } from './sign-in-page.ts';
import type { Site } from './site.ts';

/** An invalid code of the app. */
export const invalidCode: SignInProblem = {
  title: 'Incorrect code',
  text: 'The code is incorrect or was already used. Enter the code that the app shows now.',
  isInvalidInput: true,
};

/** An invalid recovery code. */
export const invalidRecoveryCode: SignInProblem = {
  title: 'Incorrect recovery code',
  text: 'The recovery code is incorrect or was already used.',
  isInvalidInput: true,
};

type SecondStepContent = {
  email: string;
  /** The authorization request as a query string. */
  request: string;
  /** The URL that restarts the request for a different person. */
  otherPersonUrl: string;
  problem: SignInProblem | null;
  /** True after a rejected recovery code: its form is then open. */
  isRecovery: boolean;
  /** Whether the person has an authenticator app. */
  hasApp: boolean;
  /** The form for a passkey; null without an enabled passkey, or if passkeys are not offered. */
  passkeyForm: Html | null;
};

/** Renders the page that asks for an app's code, a passkey or a recovery code. */
export const renderSecondStepPage = (site: Site, content: SecondStepContent): string => {
  const { email, request, otherPersonUrl, problem, isRecovery, hasApp, passkeyForm } = content;
  const hidden = renderHiddenFields({ email, request });
  const invalid = problem?.isInvalidInput ? problem.text : null;
  const [heading, lead] = hasApp
    ? ['Enter your code', html`Your authenticator app shows a code for`]
    : ['Confirm that it is you', html`A passkey or a recovery code is required for`];
  return renderOAuthPage(
    site,
    problem === null ? heading : `${problem.title} – ${heading}`,
    html`<h1>${heading}</h1>
<p class="lead">${lead} <strong><bdi>${email}</bdi></strong>. <a href="${otherPersonUrl}">Not you?</a></p>
${renderProblem(problem?.text ?? null)}
${hasApp ? renderCodeForm(hidden, isRecovery, invalid) : null}
${passkeyForm}
<details${isRecovery ? html` open` : null}>
<summary>Sign in without your ${hasApp ? 'phone' : 'passkey'}</summary>
<p>Enter one of your recovery codes. Without them, ask an administrator of the desk to reset your two-step sign-in.</p>
<form method="post">
${hidden}
<label for="recovery-code">Recovery code</label>
<input id="recovery-code" name="recovery_code" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="go" maxlength="40" required${renderFieldState(isRecovery ? invalid : null, isRecovery)}>
<button>Sign in</button>
</form>
</details>`,
  );
};

const renderCodeForm = (hidden: Html, isRecovery: boolean, invalid: string | null): Html => html`<form method="post">
${hidden}
${renderCodeField('Code', isRecovery ? null : invalid, !isRecovery)}
<button class="primary">Sign in</button>
</form>`;

/** Renders the page on which a person must set up an authenticator app. */
export const renderFirstEnrolmentPage = (site: Site, form: EnrolmentForm): string => {
  const heading = 'Set up two-step sign-in';
  return renderOAuthPage(
    site,
    form.problem === null ? heading : `${form.problem.title} – ${heading}`,
    html`<h1>${heading}</h1>
<p class="lead">This desk asks for a code from an app on your phone at each sign-in. Scan the QR code with an authenticator app.</p>
${renderEnrolment(site, form)}`,
  );
};
