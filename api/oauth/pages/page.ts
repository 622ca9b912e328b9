import type { Response } from 'express';
import { permissionsPolicy } from '#server/browser-policies';
import { type Html, html } from '#server/html';
import { renderPageShell } from '#server/page-shell';
import { toAssetPath } from './assets.ts';
import type { Site } from './site.ts';

/** Creates the Content-Security-Policy, without form-action: Chromium would also apply it to redirects after a form. */
const toPolicy = (scripts: "'none'" | "'self'"): string =>
  `default-src 'self'; script-src ${scripts}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * The headers of every page. There is no Cross-Origin-Opener-Policy: a sign-in in a popup sends its result to the
 * opener, which any value but the default would prevent.
 */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': toPolicy("'none'"),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The headers of a page with passkey forms. They allow the script of the forms. */
export const scriptHeaders = { 'Content-Security-Policy': toPolicy("'self'") };

/** Renders a page with the title, star and styles of the desk. */
export const renderOAuthPage = ({ apiPublicUrl, deskName }: Site, title: string, content: Html): string => {
  const star = toAssetPath(apiPublicUrl, 'star.svg');
  return renderPageShell({
    ...{ title, deskName },
    head: html`<link rel="icon" type="image/svg+xml" href="${star}">
<link rel="stylesheet" href="${toAssetPath(apiPublicUrl, 'pages.css')}">`,
    star: html`<img src="${star}" alt="" width="20" height="20">`,
    content,
  });
};

/** Writes a page; `changed` replaces headers. */
export const writePage = (response: Response, status: number, body: string, changed: object = {}): void => {
  response
    .status(status)
    .set({ ...pageHeaders, ...changed })
    .end(body);
};

/**
 * Writes a page with a form that only this origin may submit. With no-referrer, a browser without fetch metadata would
 * send `Origin: null` with the form.
 */
export const writeSameOriginPage = (response: Response, status: number, body: string, changed: object = {}): void =>
  writePage(response, status, body, { 'Referrer-Policy': 'same-origin', ...changed });
