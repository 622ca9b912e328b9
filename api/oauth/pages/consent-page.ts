import { isLoopback } from '#server/loopback';
import { programsAddress } from '../grants/programs-client.ts';
import { html } from './html.ts';
import { page } from './page.ts';
import { scopeItems } from './scope-items.ts';

/** Who asks for what, of whom. */
export type ConsentQuestion = {
  client: { name: string };
  scopes: string[];
  email: string;
  /** The redirect URI. */
  returnsTo: string;
  /** The authorization request, as a query. */
  request: string;
  /** Where the same is asked of somebody else. */
  asSomebodyElse: string;
};

/** Asks whether a program may act for the person, naming it and each thing it could do. */
export const consentPage = (
  publicUrl: string,
  { client, scopes, email, returnsTo, request, asSomebodyElse }: ConsentQuestion,
): string =>
  page(
    publicUrl,
    // A name in another script must not turn the words around it (Unicode UAX 9: isolates).
    `Allow \u2068${client.name}\u2069?`,
    html`<h1>Allow <bdi class="name">${client.name}</bdi> to use Stardesk for you?</h1>
<p class="lead">You are signed in as <strong><bdi>${email}</bdi></strong>. <a href="${asSomebodyElse}">Not you?</a></p>
<p class="lead" id="asks">The program asks to:</p>
<ul aria-labelledby="asks">
${scopeItems(scopes)}
</ul>
<form method="post">
<input type="hidden" name="request" value="${request}">
<div class="choice">
<button name="decision" value="cancel">Cancel</button>
<button class="primary" name="decision" value="allow">Allow</button>
</div>
</form>
<p class="note">Either way you return to <strong>${placeOf(returnsTo)}</strong>. The program can never do more than your own role lets you; allow only those you trust. You can take this back at any time: see the <a href="${programsAddress(publicUrl)}">programs that act for you</a>.</p>`,
  );

/** Where a redirect URI leads, as far as people can judge it: the host says who gets the answer. */
const placeOf = (uri: string): string => {
  const url = URL.parse(uri);
  if (url === null) return 'the program';
  return isLoopback(url) ? 'a program on this computer' : url.host;
};
