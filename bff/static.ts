import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';
import { PageProblem } from './problems.ts';

/** Where the build puts files named after their content. */
const hashed = /^\/assets\//;

/** Addresses that no page of the app has, with an extension or not: hidden files, and the hashed ones. */
const neverPages = [/\/\./, hashed];

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
 * The web app's files: hashed ones immutable, HTML revalidated, precompressed where the build left .br or .gz beside
 * them. A path without an extension is a page of the app and gets index.html; an unknown file passes on to the next step.
 *
 * @param directory the build's output, listed once at start
 */
export function files(directory: string): RequestHandler {
  if (!existsSync(join(directory, 'index.html'))) return notBuilt;
  const serve = sirv(directory, { single: true, etag: true, brotli: true, gzip: true, ignores: neverPages });
  return (req, res, next) => {
    delete req.headers.range; // optional to honour (RFC 9110, 14.2), and wrong on a precompressed file
    // Set before sirv, so that its 304 carries them too.
    res.setHeader('Cache-Control', hashed.test(req.path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    res.setHeader('Vary', 'Accept-Encoding');
    serve(req, res, next);
  };
}
