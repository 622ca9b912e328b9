import type { ServerResponse } from 'node:http';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { html } from './html.ts';
import { page, pageHeaders } from './page.ts';
import type { Site } from './site.ts';
import { toDesk, type WayOn, waysOn } from './ways-on.ts';

/** What a person can make of an error that cannot be sent back to the program. */
const sentences: Record<string, [title: string, text: string]> = {
  invalid_client: [
    'This program is not known here',
    'Whoever made the link you followed has to register the program with this desk first.',
  ],
  invalid_redirect_uri: [
    'This sign-in cannot go back',
    'The address the program wants you to return to is not one it registered. Tell whoever runs the program.',
  ],
  step_over: [
    'This sign-in is over',
    'It took too long, was finished in another tab, or this browser keeps no cookies. Begin again where you came from.',
  ],
  step_finished: [
    'You are signed in already',
    'This step was finished before, here or in another tab. Go on where you came from.',
  ],
  unreadable_form: [
    'This form cannot be read',
    'What came is larger than the form of this page, or written in another way. Go back and send the form once more.',
  ],
  cross_site: ['This was not sent from here', 'Another page tried to do something in your name. Nothing was done.'],
  sign_in_refused: ['You are not signed in', 'The sign-in came to nothing. Open this page again to try once more.'],
  too_many_requests: [
    'Too many sign-ins at once',
    'More were begun from here than people can finish. Wait a minute, then go back to where you came from.',
  ],
  no_route: ['There is nothing here', 'A sign-in begins in the program that you want to use: go back to it.'],
  method_not_allowed: [
    'This is no place to send a form to',
    'The program that sent you here made a mistake. Go back to it and try again, or tell whoever runs it.',
  ],
  server_error: ['Something went wrong', 'The fault is on our side and has been logged. Try again in a moment.'],
};

const fallback: [title: string, text: string] = [
  'This link does not work',
  'The program that sent you here made a mistake. Go back to it and try again, or tell whoever runs it.',
];

/** What is told of an error: which one, the words for whoever has to mend it, and a way on besides the one to the desk. */
export type ErrorToTell = { kind: string; technical?: string | undefined; way?: WayOn | undefined };

/** An error as a page: a sentence for people and a way on, the technical words for those who look for them. */
export const errorPage = (site: Site, { kind, technical, way }: ErrorToTell): string => {
  const [title, text] = sentences[kind] ?? fallback;
  const details =
    technical === undefined
      ? null
      : html`<details>
<summary>Details for whoever runs the program</summary>
<p><code>${technical}</code></p>
</details>`;
  return page(
    site.publicUrl,
    title,
    html`<h1>${title}</h1>
<p class="lead">${text}</p>
${waysOn([...(way ? [way] : []), ...toDesk(site)])}
${details}`,
  );
};

/** An error of the library as it is told; a step that is over has nothing technical to it. */
export const toTell = (
  name: string,
  { error, error_description: detail }: ErrorOut,
  isSignedIn: boolean,
): ErrorToTell => {
  if (name === 'SessionNotFound') return { kind: isSignedIn ? 'step_finished' : 'step_over' };
  return { kind: error, technical: detail === undefined ? error : `${error}: ${detail}` };
};

/** What is told of a fault of ours: under which id it was logged. */
export const ourFault = (response: ServerResponse): ErrorToTell => {
  const id = response.getHeader('X-Request-Id');
  return { kind: 'server_error', technical: id === undefined ? undefined : `request id: ${id}` };
};

/** How the library shows an error that must not, or cannot, be redirected. */
export const renderErrorPage =
  (site: Site) =>
  (ctx: KoaContextWithOIDC, out: ErrorOut, { name }: Error): void => {
    ctx.set(pageHeaders);
    const isSignedIn = ctx.oidc?.session?.accountId !== undefined;
    ctx.body = errorPage(site, out.error === 'server_error' ? ourFault(ctx.res) : toTell(name, out, isSignedIn));
  };
