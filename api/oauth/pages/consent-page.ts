import { scopes as known } from '#contract/vocabulary';
import { scopeWords } from '../scopes.ts';
import { html } from './html.ts';
import { page } from './page.ts';

/** Who asks for what, of whom. */
export type ConsentQuestion = { client: { name: string }; scopes: string[]; email: string };

/** Asks whether a program may act for the person, naming it and each thing it could do. */
export const consentPage = (publicUrl: string, { client, scopes, email }: ConsentQuestion): string =>
  page(
    publicUrl,
    `Allow ${client.name}?`,
    html`<h1>Allow <span class="name">${client.name}</span> to use Stardesk for you?</h1>
<p class="lead">You are signed in as <strong>${email}</strong>. It asks to:</p>
<ul>
${known.filter(scope => scopes.includes(scope)).map(scope => html`<li>${scopeWords[scope]}</li>`)}
${scopes.includes('openid') ? html`<li>Know who you are</li>` : null}
</ul>
<form method="post" class="choice">
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="cancel">Cancel</button>
</form>
<p class="note">It can never do more than your own role lets you. Allow only programs you trust.</p>`,
  );
