import { scopes as known } from '#contract/enums';
import { scopeWords } from '../scopes.ts';
import { type Html, html } from './html.ts';

/** Renders the descriptions of scopes as list items. */
export const scopeItems = (scopes: readonly string[]): Html => html`${known
  .filter(scope => scopes.includes(scope))
  .map(scope => html`<li>${scopeWords[scope]}</li>`)}
${scopes.includes('openid') ? html`<li>Know who you are</li>` : null}`;
