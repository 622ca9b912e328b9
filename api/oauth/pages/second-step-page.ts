import { html } from '#server/html';
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

/** A wrong code of the app. */
export const invalidCode: SignInProblem = {
  title: 'Wrong code',
  text: 'The code is wrong, or it was used already. Enter the code that the app shows now.',
  isInvalidInput: true,
};

/** A wrong recovery code. */
export const invalidRecoveryCode: SignInProblem = {
  title: 'Wrong recovery code',
  text: 'The recovery code is wrong, or it was used already.',
  isInvalidInput: true,
};

type SecondStepContent = {
  email: string;
  /** The authorization request as a query string. */
  request: string;
  /** The URL that restarts the request for a different person. */
  otherPersonUrl: string;
  problem: SignInProblem | null;
  /** True after a recovery code, whose form is then open. */
  isRecovery: boolean;
};

/** Renders the page that asks for a code of the authenticator app, or for a recovery code. */
export const renderSecondStepPage = (
  site: Site,
  { email, request, otherPersonUrl, problem, isRecovery }: SecondStepContent,
): string => {
  const hidden = renderHiddenFields({ email, request });
  const invalid = problem?.isInvalidInput ? problem.text : null;
  return renderOAuthPage(
    site,
    problem === null ? 'Enter your code' : `${problem.title} – Enter your code`,
    html`<h1>Enter your code</h1>
<p class="lead">Your authenticator app shows a code for <strong><bdi>${email}</bdi></strong>. <a href="${otherPersonUrl}">Not you?</a></p>
${renderProblem(problem?.text ?? null)}
<form method="post">
${hidden}
${renderCodeField('Code', isRecovery ? null : invalid, !isRecovery)}
<button class="primary">Sign in</button>
</form>
<details${isRecovery ? html` open` : null}>
<summary>Sign in without your phone</summary>
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

/** Renders the page of a person who must set up an authenticator app to sign in. */
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
