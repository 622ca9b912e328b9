import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { permissionsPolicy } from '#server/browser-policies';
import { dated } from '../dates/read-date.ts';
import type { ApiDates } from '../dates/registry.ts';
import { createPublicFile, type PublicFile, sendPublicFile } from '../public-file.ts';
import { readOnly } from '../read-only.ts';
import { type DocsFile, docsFiles } from './files.ts';

/** Nothing from elsewhere, no script within a page, and nobody frames it. Swagger UI draws its icons from data: addresses. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/**
 * `GET /docs`: the reference for people, who can try it out. It is Swagger UI, served from here; like the reference for
 * programs it is public and counts against no limit.
 */
export const docs = (dates: ApiDates): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  for (const file of docsFiles) router.all(file.path, dated(dates), readOnly, serve(file));
  return router;
};

/** Reads a file when it is first asked for: a start waits for nothing, and later requests for no disk. */
const serve = ({ source, cache }: DocsFile): RequestHandler => {
  const type = types[extname(source.pathname)] ?? '';
  const isPage = type === types['.html'];
  let reading: Promise<PublicFile> | undefined;
  return async (request, response) => {
    reading ??= read(source, type).catch(error => {
      reading = undefined;
      throw error;
    });
    const file = await reading;
    if (isPage) response.set({ 'Content-Security-Policy': pagePolicy, 'Permissions-Policy': permissionsPolicy });
    sendPublicFile(request, response, file, cache);
  };
};

const read = async (source: URL, type: string): Promise<PublicFile> => createPublicFile(type, await readFile(source));
