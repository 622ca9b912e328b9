/** The files of the page's own, and those of Swagger UI's package that it needs. */
const own = new URL('page/', import.meta.url);
const library = new URL('./', import.meta.resolve('swagger-ui-dist/package.json'));

/** Where a sign-in through the page comes back to, below /v1. */
export const redirectPath = '/docs/oauth2-redirect.html';

/** A file of the docs page: its address below /v1, where it lies, and how it may be kept if not like all the others. */
export type DocsFile = { path: string; source: URL; cache?: 'no-store' };

/** Everything that is served; there is no way to another file. */
export const docsFiles: readonly DocsFile[] = [
  { path: '/docs', source: new URL('docs.html', own) },
  { path: '/docs/docs.css', source: new URL('docs.css', own) },
  { path: '/docs/docs.js', source: new URL('docs.js', own) },
  { path: '/docs/swagger-ui.css', source: new URL('swagger-ui.css', library) },
  { path: '/docs/swagger-ui-bundle.js', source: new URL('swagger-ui-bundle.js', library) },
  // Its address carries a code.
  { path: redirectPath, source: new URL('oauth2-redirect.html', library), cache: 'no-store' },
  { path: '/docs/oauth2-redirect.js', source: new URL('oauth2-redirect.js', library) },
];
