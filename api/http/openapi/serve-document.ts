import { Router } from 'express';
import { dated } from '../dates/read-date.ts';
import { readPretty } from '../parameters.ts';
import { createPublicFile, type PublicFile, sendPublicFile } from '../public-file.ts';
import { readOnly } from '../read-only.ts';
import { jsonType, writeOut } from '../representation.ts';
import { describeApi, type Published } from './document.ts';

/** `GET /openapi.json`: the public OpenAPI document, written on the first request. */
export const openApi = (published: Published): Router => {
  const files = new Map<boolean, Promise<PublicFile>>();
  const getFile = (pretty: boolean): Promise<PublicFile> => {
    const file = files.get(pretty) ?? write(published, pretty);
    files.set(pretty, file);
    return file;
  };
  return Router({ caseSensitive: true, strict: true }).all(
    '/openapi.json',
    dated(published.dates),
    readOnly,
    async (request, response) => {
      sendPublicFile(request, response, await getFile(readPretty(request.originalUrl)));
    },
  );
};

const write = (published: Published, pretty: boolean): Promise<PublicFile> =>
  createPublicFile(jsonType, Buffer.from(writeOut(describeApi(published), pretty)));
