import type { Response } from 'express';
import { type Html, html } from './html.ts';

/** The headers of every page: nothing from elsewhere, no script of ours, nobody frames it, nobody keeps it. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The path the stylesheet and the mark are served under: a path, since a page may be read under another name. */
const assetsPath = (publicUrl: string): string => `${new URL(publicUrl).pathname.replace(/\/$/, '')}/oauth/assets`;

/** A whole page: the mark, a heading, what it says. */
export const page = (publicUrl: string, title: string, content: Html): string => {
  const assets = assetsPath(publicUrl);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Stardesk</title>
<link rel="icon" type="image/svg+xml" href="${assets}/star.svg">
<link rel="stylesheet" href="${assets}/pages.css">
</head>
<body>
<main>
<p class="brand"><img src="${assets}/star.svg" alt="" width="20" height="20">Stardesk</p>
${content}
</main>
</body>
</html>
`.markup;
};

/** Sends a page. */
export const writePage = (response: Response, status: number, body: string): void => {
  response.status(status).set(pageHeaders).end(body);
};
