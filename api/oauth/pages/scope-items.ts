import * as contract from '#contract/enums';
import { type Html, html } from '#server/html';
import { scopeLabels } from '../scopes.ts';

/** Renders the descriptions of scopes as list items. */
export const renderScopeItems = (scopes: readonly string[]): Html => html`${contract.scopes
  .filter(scope => scopes.includes(scope))
  .map(scope => html`<li>${scopeLabels[scope]}</li>`)}
${scopes.includes('openid') ? html`<li>Know who you are</li>` : null}`;
