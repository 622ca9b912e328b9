import type { RequestHandler } from 'express';
import { setMetricsRoute } from '#server/count-requests';
import { PageProblem } from './problems.ts';
import type { WebFile, WebFiles } from './web-files.ts';

/** The directory of files whose names contain a content hash. */
const hashed = /^\/assets(\/|$)/;

/** Extensions of files that pages load or scanners probe. A path with such an extension is never a page. */
const fileExtension =
  /\.(br|css|env|gif|gz|html?|ico|jpe?g|js|json|map|mjs|pdf|php|png|svg|ttf|txt|wasm|webmanifest|webp|woff2?|xml|zip)\/*$/i;

/** Paths that are never a page: `//host`, hidden files, `..`, backslashes and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the regex matches them on purpose
const unsafePath = /^\/\/|\/\.|[\\\x00-\x1f\x7f]/;

const isPage = (path: string) => !hashed.test(path) && !fileExtension.test(path) && !unsafePath.test(path);

/** Percent-decodes a path; null if it is malformed. */
function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const notBuilt: RequestHandler = (_req, _res, next) =>
  next(
    new PageProblem({
      status: 503,
      title: 'The web app has not been built',
      text: 'Run “npm run build”, then restart this server.',
      returnTo: null,
    }),
  );

/**
 * Serves the web app's files: hashed files are immutable, other files are revalidated. Any possible page gets
 * index.html, as only the app knows its routes; a request for an unknown file passes to the next step.
 */
export function serveWebFiles(web: WebFiles): RequestHandler {
  const index = web.get('/index.html');
  if (index === undefined) return notBuilt;

  const find = (path: string | null): WebFile | undefined =>
    path === null ? undefined : (web.get(path) ?? (isPage(path) ? index : undefined));

  return (req, res, next) => {
    const file = find(decode(req.path));
    if (file === undefined) return next();
    const representation = file.representations.find(
      ({ coding }) => coding === 'identity' || req.acceptsEncodings(coding),
    );
    if (representation === undefined) return next();
    setMetricsRoute(res, hashed.test(req.path) ? '/assets' : 'app');
    res.type(file.extension);
    res.set({
      'Cache-Control': hashed.test(req.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
      ETag: representation.etag,
    });
    if (representation.coding !== 'identity') res.set('Content-Encoding', representation.coding);
    // send() handles If-None-Match and HEAD. Ranges are optional (RFC 9110, 14.2) and not supported.
    res.send(representation.bytes);
  };
}
