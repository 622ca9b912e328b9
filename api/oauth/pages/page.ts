import type { Response } from 'express';
import { permissionsPolicy } from '#server/browser-policies';
import { toAssetPath } from './assets.ts';
import { type Html, html } from './html.ts';

/** There is no form-action: Chromium also applies it to the redirect to the client that follows a form. */
const pagePolicy = "default-src 'self'; script-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The headers of every page. There is no Cross-Origin-Opener-Policy: a sign-in in a popup sends its result to the opener,
 * which any value but the default would prevent.
 */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': pagePolicy,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
} as const;

/** Renders a complete HTML page. */
export const renderOAuthPage = (publicUrl: string, title: string, content: Html): string => {
  const star = toAssetPath(publicUrl, 'star.svg');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f7f5">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101113">
<meta name="robots" content="noindex">
<title>${title} · Stardesk</title>
<link rel="icon" type="image/svg+xml" href="${star}">
<link rel="stylesheet" href="${toAssetPath(publicUrl, 'pages.css')}">
</head>
<body>
<main>
<p class="brand"><img src="${star}" alt="" width="20" height="20">Stardesk</p>
${content}
</main>
</body>
</html>
`.markup;
};

export const writePage = (response: Response, status: number, body: string): void => {
  response.status(status).set(pageHeaders).end(body);
};
