import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { permissionsPolicy } from '#server/browser-policies';
import { getOnly } from '../get-only.ts';
import { createPublicFile, type PublicFile, sendPublicFile } from '../public-file.ts';
import { readVersionOnly } from '../versions/read-version.ts';
import type { ApiVersions } from '../versions/registry.ts';
import { type DocsFile, docsFiles } from './docs-files.ts';

/** Allows only same-origin resources, no inline scripts and no framing. Swagger UI needs data: URLs for its icons. */
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
 * `GET /docs`: the API reference in Swagger UI, where requests can be tried out. Like the OpenAPI document, it is
 * public and not rate-limited.
 */
export const serveDocs = (apiVersions: ApiVersions): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  for (const file of docsFiles) router.all(file.path, readVersionOnly(apiVersions), getOnly, serve(file));
  return router;
};

/** Serves a file that is read and cached at its first request. */
const serve = ({ source, cache }: DocsFile): RequestHandler => {
  const type = types[extname(source.pathname)] ?? '';
  const isPage = type === types['.html'];
  let reading: Promise<PublicFile> | undefined;
  return async (request, response) => {
    reading ??= readPublicFile(source, type).catch(error => {
      reading = undefined;
      throw error;
    });
    const file = await reading;
    if (isPage) response.set({ 'Content-Security-Policy': pagePolicy, 'Permissions-Policy': permissionsPolicy });
    sendPublicFile(request, response, file, cache);
  };
};

const readPublicFile = async (source: URL, type: string): Promise<PublicFile> =>
  createPublicFile(type, await readFile(source));
