import { Router } from 'express';
import { getOnly } from '../get-only.ts';
import { jsonMediaType, stringifyJson } from '../json-response.ts';
import { readPretty } from '../parameters.ts';
import { createPublicFile, type PublicFile, sendPublicFile } from '../public-file.ts';
import { readVersionOnly } from '../versions/read-version.ts';
import { type DocumentOptions, describeApi } from './document.ts';

/** `GET /openapi.json`: the public OpenAPI document, written on the first request. */
export const serveOpenApi = (options: DocumentOptions): Router => {
  const files = new Map<boolean, Promise<PublicFile>>();
  const getFile = (pretty: boolean): Promise<PublicFile> => {
    const file = files.get(pretty) ?? writeDocument(options, pretty);
    files.set(pretty, file);
    return file;
  };
  return Router({ caseSensitive: true, strict: true }).all(
    '/openapi.json',
    readVersionOnly(options.apiVersions),
    getOnly,
    async (request, response) => {
      sendPublicFile(request, response, await getFile(readPretty(request.originalUrl)));
    },
  );
};

const writeDocument = (options: DocumentOptions, pretty: boolean): Promise<PublicFile> =>
  createPublicFile(jsonMediaType, Buffer.from(stringifyJson(describeApi(options), pretty)));
