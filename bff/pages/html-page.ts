import { createHash } from 'node:crypto';
import { html } from '#server/html';
import { renderPageShell } from '#server/page-shell';
import { style } from './page-style.ts';

/** The content of an HTML page of the bff; `technical` helps the operator. */
export type HtmlPage = {
  title: string;
  text: string;
  links: readonly { href: string; label: string }[];
  technical?: string | undefined;
};

const star = html`<svg width="20" height="20" viewBox="0 0 16 16" aria-hidden="true"><path fill="currentColor" d="M8 1.4l1.95 4.2 4.6.55-3.4 3.15.9 4.55L8 11.6l-4.05 2.25.9-4.55-3.4-3.15 4.6-.55z"/></svg>`;

/**
 * The CSP of these pages: only their own style, by digest (CSP level 3). An error page must not depend on other files.
 */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** For a page in a frame of the app. */
export const framedPagePolicy = `sandbox; ${pagePolicy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}`;

const renderLinks = (links: HtmlPage['links']) => html`
<nav aria-label="Next steps">${links.map(({ href, label }) => html`<a href="${href}">${label}</a>`)}</nav>`;

const renderDetails = (technical: string) => html`
<details>
<summary>Technical details</summary>
<p><code>${technical}</code></p>
</details>`;

/** Renders the page as HTML with all texts escaped. The first link is the primary action. */
export const renderPage = ({ title, text, links, technical }: HtmlPage): string =>
  renderPageShell({
    ...{ title, deskName: 'Stardesk' },
    head: html`<style>${{ markup: style }}</style>`,
    star,
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>${links.length === 0 ? null : renderLinks(links)}${technical === undefined ? null : renderDetails(technical)}`,
  });
