import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Router } from 'express';
import { z } from 'zod';
import { writing } from '#contract/list';
import { hasTag } from '../conditional.ts';
import { readDate } from '../dates/read-date.ts';
import { methodNotAllowed } from '../errors.ts';
import { parseQuery } from '../parameters.ts';
import { takesGzip, writeEncoded } from '../representation.ts';
import { describeApi, type Published } from './document.ts';
import type { Json } from './json.ts';

const query = z.strictObject({ pretty: writing([]).pretty });
const allow = 'GET, HEAD, OPTIONS';

/** `GET /openapi.json`: the reference for programs, written once at the start. It is public, like the contract itself. */
export const openApi = (published: Published): Router => {
  const document = describeApi(published);
  const [readable, compact] = [writeOut(document, 2), writeOut(document)];
  return Router({ caseSensitive: true, strict: true }).all('/openapi.json', (request, response) => {
    readDate(published.dates, request, response);
    if (request.method === 'OPTIONS') return void response.setHeader('Allow', allow).status(204).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw methodNotAllowed(`${request.method} is not a method of this address.`, allow);
    }
    const { pretty } = parseQuery(query, request.originalUrl);
    const gzip = takesGzip(request);
    const { tag, bytes } = (pretty ? readable : compact)[gzip ? 'gzip' : 'identity'];
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('ETag', tag);
    if (hasTag(request, tag)) return void response.status(304).end();
    writeEncoded(request, response, bytes, gzip);
  });
};

/** The document in both codings, each with a strong tag of its own (RFC 9110 8.8.3.3). */
const writeOut = (document: Json, indent = 0) => {
  const bytes = Buffer.from(JSON.stringify(document, null, indent) + (indent > 0 ? '\n' : ''));
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    identity: { tag: `"${digest}"`, bytes },
    gzip: { tag: `"${digest}-gzip"`, bytes: gzipSync(bytes) },
  };
};
