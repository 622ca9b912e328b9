import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { hasTag } from './conditional.ts';
import { compress, takesGzip, writeEncoded } from './representation.ts';

/** What everybody may read and what stays the same while the process runs, in both codings. */
export type PublicFile = { type: string; identity: Coded; gzip: Coded };

/** A strong tag differs by coding (RFC 9110 8.8.3.3). */
type Coded = { tag: string; bytes: Buffer };

/** Makes one of bytes and their media type. */
export const createPublicFile = async (type: string, bytes: Buffer): Promise<PublicFile> => {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    type,
    identity: { tag: `"${digest}"`, bytes },
    gzip: { tag: `"${digest}-gzip"`, bytes: await compress(bytes) },
  };
};

/** Sends it, or 304 to who has it already. */
export const sendPublicFile = (request: Request, response: Response, file: PublicFile, cache = 'no-cache'): void => {
  const zipped = takesGzip(request);
  const { tag, bytes } = file[zipped ? 'gzip' : 'identity'];
  response.setHeader('Cache-Control', cache);
  response.setHeader('ETag', tag);
  if (hasTag(request, tag)) return void response.status(304).end();
  writeEncoded(request, response, bytes, { zipped, type: file.type });
};
