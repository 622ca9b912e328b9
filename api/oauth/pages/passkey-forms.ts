import { type Html, html } from '#server/html';
import { toAssetPath } from './assets.ts';
import { renderHiddenFields } from './enrolment.ts';
import type { SignInProblem } from './sign-in-page.ts';
import type { Site } from './site.ts';

/** A passkey that was not accepted. */
export const invalidPasskey: SignInProblem = {
  title: 'Passkey not accepted',
  text: 'This passkey was not accepted. Try again, or sign in another way.',
  isInvalidInput: false,
};

/** A new passkey that was not accepted. */
export const invalidNewPasskey: SignInProblem = {
  title: 'Passkey not added',
  text: 'The passkey was not accepted. Try again.',
  isInvalidInput: false,
};

/** Renders the script of a page with passkey forms. Without the script, the forms stay hidden. */
const renderPasskeyScript = ({ apiPublicUrl }: Site): Html =>
  html`<script src="${toAssetPath(apiPublicUrl, 'passkeys.js')}" defer></script>`;

type PasskeySignIn = {
  /** The id of the sign-in. */
  uid: string;
  /** The values of hidden fields by name. */
  fields: Readonly<Record<string, string>>;
  /** True if the passkey is the main way to continue. */
  isPrimary: boolean;
};

/** Renders the form that signs in with a passkey. */
export const renderPasskeySignIn = (site: Site, { uid, fields, isPrimary }: PasskeySignIn): Html =>
  html`<form method="post" data-ceremony="sign" data-options="${toPath(site, `sign-in/${uid}/passkey`)}" hidden>
<p class="problem" role="alert" hidden>No passkey was used. Try again, or sign in another way.</p>
${renderHiddenFields({ ...fields, passkey: '' })}
<button${isPrimary ? html` class="primary"` : null}>Sign in with a passkey</button>
</form>
${renderPasskeyScript(site)}`;

/** Renders the form that adds a passkey. */
export const renderNewPasskey = (site: Site, fields: Readonly<Record<string, string>>): Html =>
  html`<form method="post" data-ceremony="add" data-options="${toPath(site, 'security/passkey')}" hidden>
<p class="problem" role="alert" hidden>No passkey was added. Try again; the device may already have one.</p>
${renderHiddenFields({ ...fields, action: 'add_passkey', passkey: '' })}
<label for="passkey-name">Name</label>
<input id="passkey-name" name="name" placeholder="My laptop" autocomplete="off" maxlength="60" required>
<button>Add a passkey</button>
</form>
${renderPasskeyScript(site)}`;

/** Returns the URL path of a page, without the host. Browsers can reach the page at a different host. */
const toPath = ({ apiPublicUrl }: Site, path: string): string =>
  `${new URL(apiPublicUrl).pathname.replace(/\/$/, '')}/oauth/${path}`;
