import type { ServerResponse } from 'node:http';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { html } from '#server/html';
import { pageHeaders, renderOAuthPage } from './page.ts';
import { getDeskLinks, type PageLink, renderPageLinks } from './page-links.ts';
import type { Site } from './site.ts';

const texts: Record<string, [title: string, text: string]> = {
  invalid_client: [
    'Unknown app',
    'The app that sent you here is not registered with this desk. Contact its developer.',
  ],
  invalid_redirect_uri: [
    'This sign-in cannot be completed',
    'The app wants you to return to an address that it has not registered. Contact its developer.',
  ],
  step_expired: [
    'This sign-in has expired',
    'It took too long, was completed in another tab, or this browser blocks cookies. Start again from the app.',
  ],
  step_finished: [
    'You are already signed in',
    'This step was already completed, here or in another tab. Go back to the app.',
  ],
  invalid_form: ['Invalid form', 'The submitted form is too large or malformed. Go back and submit it again.'],
  cross_origin: ['Request blocked', 'A different site tried to submit this form for you. Nothing was changed.'],
  sign_in_failed: ['You are not signed in', 'The sign-in failed. Open this page again to retry.'],
  mailbox_not_signed_in: [
    'You are not signed in',
    'Only an administrator of the desk can connect a mailbox. Sign in to the desk in this browser, then start again.',
  ],
  mailbox_admins_only: ['Administrators only', 'Only an administrator of the desk can connect a mailbox.'],
  mailbox_unknown: [
    'No provider is set up',
    'This mailbox does not exist, or it has no provider yet. Set up the provider in the settings.',
  ],
  mailbox_state: [
    'This sign-in is not valid',
    'It was already used, replaced by a newer sign-in, or started by a different administrator. Start again in the settings.',
  ],
  mailbox_expired: ['This sign-in has expired', 'It took longer than ten minutes. Start again in the settings.'],
  mailbox_rejected: ['The mailbox is not connected', 'Correct the problem, then sign in again in the settings.'],
  upstream_state: [
    'This sign-in is not valid',
    'It was already used, took longer than ten minutes, or was replaced by a sign-in in another tab. Start again.',
  ],
  upstream_rejected: ['You are not signed in', 'Try again, or sign in another way.'],
  upstream_linked: [
    'This account belongs to another person',
    'It is linked to another person of the desk. Use a different account, or choose a password.',
  ],
  too_many_requests: [
    'Too many sign-ins',
    'Too many sign-ins were started from your network. Wait a minute, then start again from the app.',
  ],
  no_route: ['Page not found', 'Start the sign-in from the app that you want to use.'],
  method_not_allowed: [
    'This page does not accept forms',
    'The app that sent you here made an error. Go back and try again, or contact its developer.',
  ],
  server_error: ['Something went wrong', 'The error is on our side and has been logged. Try again in a moment.'],
};

const fallback: [title: string, text: string] = [
  'This link does not work',
  'The app that sent you here made an error. Go back and try again, or contact its developer.',
];

/** The content of an error page. `detail` precedes the text of the kind; `technical` is for developers. */
export type PageError = {
  kind: string;
  detail?: string | undefined;
  technical?: string | undefined;
  link?: PageLink | undefined;
};

/** Renders an error page with links and collapsed technical details. */
export const renderErrorPage = (site: Site, { kind, detail, technical, link }: PageError): string => {
  const [title, text] = texts[kind] ?? fallback;
  const details =
    technical === undefined
      ? null
      : html`<details>
<summary>Technical details</summary>
<p><code>${technical}</code></p>
</details>`;
  return renderOAuthPage(
    site,
    title,
    html`<h1>${title}</h1>
${detail === undefined ? null : html`<p class="lead"><bdi>${detail}</bdi></p>`}
<p class="lead">${text}</p>
${renderPageLinks([...(link ? [link] : []), ...getDeskLinks(site)])}
${details}`,
  );
};

/** Converts an error of oidc-provider. An expired or finished step has no technical details. */
export const toPageError = (
  name: string,
  { error, error_description: detail }: ErrorOut,
  isSignedIn: boolean,
): PageError => {
  if (name === 'SessionNotFound') return { kind: isSignedIn ? 'step_finished' : 'step_expired' };
  return { kind: error, technical: detail === undefined ? error : `${error}: ${detail}` };
};

/** Creates the error for an internal failure, with the logged request id. */
export const createServerError = (response: ServerResponse): PageError => {
  const id = response.getHeader('X-Request-Id');
  return { kind: 'server_error', technical: id === undefined ? undefined : `request id: ${id}` };
};

/** Creates oidc-provider's `renderError`, for errors that must not or cannot redirect. */
export const createRenderError =
  (site: Site) =>
  (ctx: KoaContextWithOIDC, out: ErrorOut, { name }: Error): void => {
    ctx.set(pageHeaders);
    const isSignedIn = ctx.oidc?.session?.accountId !== undefined;
    ctx.body = renderErrorPage(
      site,
      out.error === 'server_error' ? createServerError(ctx.res) : toPageError(name, out, isSignedIn),
    );
  };
