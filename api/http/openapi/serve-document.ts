import { Router } from 'express';
import { dated } from '../dates/read-date.ts';
import { readPretty } from '../parameters.ts';
import { createPublicFile, type PublicFile, sendPublicFile } from '../public-file.ts';
import { readOnly } from '../read-only.ts';
import { jsonType, writeOut } from '../representation.ts';
import { describeApi, type Published } from './document.ts';
import type { Json } from './json.ts';

/** `GET /openapi.json`: the reference for programs, written once at the start. It is public, like the contract itself. */
export const openApi = (published: Published): Router => {
  const document = describeApi(published);
  const [readable, compact] = [fileOf(document, true), fileOf(document, false)];
  return Router({ caseSensitive: true, strict: true }).all(
    '/openapi.json',
    dated(published.dates),
    readOnly,
    async (request, response) => {
      sendPublicFile(request, response, await (readPretty(request.originalUrl) ? readable : compact));
    },
  );
};

const fileOf = (document: Json, pretty: boolean): Promise<PublicFile> =>
  createPublicFile(jsonType, Buffer.from(writeOut(document, pretty)));
