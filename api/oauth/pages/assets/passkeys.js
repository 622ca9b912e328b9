// Follows the bundle of @simplewebauthn/browser in the same file: see assets.ts.
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;
const ceremonies = { sign: startAuthentication, add: startRegistration };

/**
 * Asks the browser for a passkey and submits the form with it. Reloads the page if the sign-in has expired.
 * @throws after too many requests, if the server is unavailable, and without a passkey
 */
const submitWithPasskey = async form => {
  const response = await fetch(form.dataset.options, { method: 'POST', redirect: 'manual' });
  if (response.status === 429 || response.status >= 500) throw new Error(`${response.status}`);
  if (!response.ok) return location.assign(location.pathname);
  const credential = await ceremonies[form.dataset.ceremony]({ optionsJSON: await response.json() });
  form.elements.passkey.value = JSON.stringify(credential);
  form.submit();
};

/** Shows a passkey form and handles its submission. Without passkeys, the form stays hidden. */
const enable = form => {
  const button = form.querySelector('button');
  const problem = form.querySelector('.problem');
  form.addEventListener('submit', async event => {
    event.preventDefault();
    button.disabled = true;
    problem.hidden = true;
    try {
      await submitWithPasskey(form);
    } catch {
      // Browsers do not reveal whether the prompt was cancelled, timed out or failed.
      button.disabled = false;
      problem.hidden = false;
      button.focus();
    }
  });
  form.hidden = false;
};

if (browserSupportsWebAuthn()) for (const form of document.querySelectorAll('form[data-ceremony]')) enable(form);
