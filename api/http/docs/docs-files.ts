const ownFiles = new URL('page/', import.meta.url);
const library = new URL('./', import.meta.resolve('swagger-ui-dist/package.json'));

/** The OAuth redirect path of the docs page, below /v1. */
export const redirectPath = '/docs/oauth2-redirect.html';

/** A file of the docs page. `path` is below /v1; `cache` replaces the default Cache-Control. */
export type DocsFile = { path: string; source: URL; cache?: 'no-store' };

/** The files of the docs page; nothing else is served. */
export const docsFiles: readonly DocsFile[] = [
  { path: '/docs', source: new URL('docs.html', ownFiles) },
  { path: '/docs/docs.css', source: new URL('docs.css', ownFiles) },
  { path: '/docs/docs.js', source: new URL('docs.js', ownFiles) },
  { path: '/docs/swagger-ui.css', source: new URL('swagger-ui.css', library) },
  { path: '/docs/swagger-ui-bundle.js', source: new URL('swagger-ui-bundle.js', library) },
  // The URL of this page carries an authorization code.
  { path: redirectPath, source: new URL('oauth2-redirect.html', library), cache: 'no-store' },
  { path: '/docs/oauth2-redirect.js', source: new URL('oauth2-redirect.js', library) },
];
