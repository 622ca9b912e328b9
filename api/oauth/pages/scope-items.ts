import * as contract from '#contract/enums';
import { scopeLabels } from '#contract/scope-labels';
import { type Html, html } from '#server/html';

/** Renders the descriptions of scopes as list items. */
export const renderScopeItems = (scopes: readonly string[]): Html => html`${contract.scopes
  .filter(scope => scopes.includes(scope))
  .map(scope => html`<li>${scopeLabels[scope]}</li>`)}
${scopes.includes('openid') ? html`<li>Know who you are</li>` : null}`;
