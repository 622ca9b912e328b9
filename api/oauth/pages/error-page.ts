import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { html } from './html.ts';
import { page, pageHeaders } from './page.ts';

/** What a person can make of an error that cannot be sent back to the program. */
const sentences: Record<string, [title: string, text: string]> = {
  invalid_client: [
    'This program is not known here',
    'Whoever made the link you followed has to register the program with this desk first.',
  ],
  invalid_redirect_uri: [
    'This sign-in cannot go back',
    'The address the program wants you to return to is not the one it registered.',
  ],
  session_not_found: [
    'This sign-in is over',
    'It took too long, was finished in another tab, or this browser keeps no cookies. Go back to the program and sign in again.',
  ],
  unreadable_form: [
    'This form cannot be read',
    'What came is larger than the form of this page, or written in another way. Go back and send the form once more.',
  ],
  server_error: ['Something went wrong', 'The fault is on our side and has been logged. Try again in a moment.'],
};

const fallback: [title: string, text: string] = [
  'This sign-in request cannot be read',
  'The program that sent you here made a mistake. Go back to it and try again, or tell whoever runs it.',
];

/** An error as a page: a sentence for people, the technical words below for whoever has to mend it. */
export const errorPage = (publicUrl: string, kind: string, { error, error_description: detail }: ErrorOut): string => {
  const [title, text] = sentences[kind] ?? fallback;
  const technical = detail === undefined ? error : `${error}: ${detail}`;
  return page(
    publicUrl,
    title,
    html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="note"><code>${technical}</code></p>`,
  );
};

/** How the library shows an error that must not, or cannot, be redirected. */
export const renderErrorPage =
  (publicUrl: string) =>
  (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void => {
    const kind = error.name === 'SessionNotFound' ? 'session_not_found' : out.error;
    ctx.set(pageHeaders);
    ctx.body = errorPage(publicUrl, kind, out);
  };
