import { createHash } from 'node:crypto';
import { style } from './page-style.ts';

/** The content of an HTML page of the bff; `technical` helps the operator. */
export type HtmlPage = {
  title: string;
  text: string;
  links: readonly { href: string; label: string }[];
  technical?: string | undefined;
};

const star =
  '<svg width="20" height="20" viewBox="0 0 16 16" aria-hidden="true"><path fill="currentColor" d="M8 1.4l1.95 4.2 4.6.55-3.4 3.15.9 4.55L8 11.6l-4.05 2.25.9-4.55-3.4-3.15 4.6-.55z"/></svg>';

/** The CSP of these pages: only their own style, by digest (CSP level 3). An error page must not depend on more. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? '');

const details = (technical: string) => `<details>
<summary>Technical details</summary>
<p><code>${escapeHtml(technical)}</code></p>
</details>
`;

/** Renders the page as HTML with all texts escaped. The first link is the primary action. */
export function renderPage({ title, text, links, technical }: HtmlPage): string {
  const anchors = links.map(link => `<a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f7f5">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101113">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Stardesk</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="brand">${star}Stardesk</p>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(text)}</p>
<nav aria-label="Next steps">${anchors.join('')}</nav>
${technical === undefined ? '' : details(technical)}</main>
</body>
</html>
`;
}
