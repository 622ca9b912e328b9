import type { RequestHandler } from 'express';
import { takenBy } from '#server/count-requests';
import { PageProblem } from './problems.ts';
import type { WebFile, WebFiles } from './web-files.ts';

/** Where the build puts files named after their content. */
const hashed = /^\/assets(\/|$)/;

/** What is loaded by pages, or looked for by those who try doors: such a name is a file's, there or not. */
const fileName =
  /\.(br|css|env|gif|gz|html?|ico|jpe?g|js|json|map|mjs|pdf|php|png|svg|ttf|txt|wasm|webmanifest|webp|woff2?|xml|zip)\/*$/i;

/** No address of a page: another host's, hidden files and ways out, what a server on the way may read as another path. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const crooked = /^\/\/|\/\.|[\\\x00-\x1f\x7f]/;

const isPage = (path: string) => !hashed.test(path) && !fileName.test(path) && !crooked.test(path);

/** A path without its percent signs; null for one that cannot be decoded. */
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
      text: 'Build it with “npm run build”, then start this server again.',
      returnTo: null,
    }),
  );

/**
 * The web app's files: hashed ones immutable, all others revalidated. What can be an address of the app gets index.html,
 * since only the app knows its pages; an unknown file passes on to the next step.
 */
export function files(web: WebFiles): RequestHandler {
  const index = web.get('/index.html');
  if (index === undefined) return notBuilt;

  const find = (path: string | null): WebFile | undefined =>
    path === null ? undefined : (web.get(path) ?? (isPage(path) ? index : undefined));

  return (req, res, next) => {
    const file = find(decode(req.path));
    if (file === undefined) return next();
    const form = file.forms.find(({ coding }) => coding === 'identity' || req.acceptsEncodings(coding));
    if (form === undefined) return next();
    takenBy(res, hashed.test(req.path) ? '/assets' : 'app');
    res.type(file.extension);
    res.set({
      'Cache-Control': hashed.test(req.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
      ETag: form.etag,
    });
    if (form.coding !== 'identity') res.set('Content-Encoding', form.coding);
    // Answers If-None-Match and HEAD; ranges are optional to honour (RFC 9110, 14.2), and not worth it here.
    res.send(form.bytes);
  };
}
