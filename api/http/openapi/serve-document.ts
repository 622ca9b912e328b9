import { Router } from 'express';
import { z } from 'zod';
import { writing } from '#contract/list';
import { dated } from '../dates/read-date.ts';
import { parseQuery } from '../parameters.ts';
import { createPublicFile, type PublicFile, sendPublicFile } from '../public-file.ts';
import { readOnly } from '../read-only.ts';
import { jsonType } from '../representation.ts';
import { describeApi, type Published } from './document.ts';
import type { Json } from './json.ts';

const query = z.strictObject({ pretty: writing([]).pretty });

/** `GET /openapi.json`: the reference for programs, written once at the start. It is public, like the contract itself. */
export const openApi = (published: Published): Router => {
  const document = describeApi(published);
  const [readable, compact] = [writeOut(document, 2), writeOut(document)];
  return Router({ caseSensitive: true, strict: true }).all(
    '/openapi.json',
    dated(published.dates),
    readOnly,
    async (request, response) => {
      const { pretty } = parseQuery(query, request.originalUrl);
      sendPublicFile(request, response, await (pretty ? readable : compact));
    },
  );
};

const writeOut = (document: Json, indent = 0): Promise<PublicFile> =>
  createPublicFile(jsonType, Buffer.from(JSON.stringify(document, null, indent) + (indent > 0 ? '\n' : '')));
