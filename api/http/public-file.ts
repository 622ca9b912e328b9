import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { matchesIfNoneMatch } from './conditional.ts';
import { acceptsGzip, compress, writeEncoded } from './json-response.ts';

/** A public file that does not change while the process runs, in both content codings. */
export type PublicFile = { type: string; identity: EncodedFile; gzip: EncodedFile };

/** Strong ETags differ by content coding (RFC 9110 8.8.3.3). */
type EncodedFile = { etag: string; bytes: Buffer };

/** Hashes and compresses a file. `type` is its media type. */
export const createPublicFile = async (type: string, bytes: Buffer): Promise<PublicFile> => {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    type,
    identity: { etag: `"${digest}"`, bytes },
    gzip: { etag: `"${digest}-gzip"`, bytes: await compress(bytes) },
  };
};

/** Sends the file, or 304 if the client has it. A shared cache stores it per content coding. */
export const sendPublicFile = (request: Request, response: Response, file: PublicFile, cache = 'no-cache'): void => {
  const isGzipped = acceptsGzip(request);
  const { etag, bytes } = file[isGzipped ? 'gzip' : 'identity'];
  response.setHeader('Cache-Control', cache);
  response.setHeader('ETag', etag);
  response.vary('Accept-Encoding');
  if (matchesIfNoneMatch(request, etag)) return void response.status(304).end();
  writeEncoded(request, response, bytes, { isGzipped, type: file.type });
};
