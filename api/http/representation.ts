import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Puts a body into the one coding that we send. */
export const compress = promisify(gzip);
const smallestListBytes = 1024;

/** The media type of every answer but pages. */
export const jsonType = 'application/json; charset=utf-8';

/** True when the caller takes gzip (RFC 9110 12.5.3); who says nothing gets it plain. */
export const takesGzip = (request: Request): boolean =>
  request.headers['accept-encoding'] !== undefined && request.acceptsEncodings('gzip', 'identity') === 'gzip';

/** A list too small to be worth compressing is compressed all the same where nothing else is acceptable. */
const takesPlain = (request: Request): boolean => request.acceptsEncodings('identity') === 'identity';

/** How a body is to be written. */
export type Writing = { pretty: boolean; fields?: readonly string[] | undefined };

/** Only the members asked for, in the resource's own order. */
export const pickFields = (
  body: Record<string, unknown>,
  fields: readonly string[] | undefined,
): Record<string, unknown> =>
  fields === undefined ? body : Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));

/** JSON as people read it, or without a character too many. */
export const writeOut = (body: unknown, pretty: boolean): string =>
  pretty ? `${JSON.stringify(body, null, 2)}\n` : JSON.stringify(body);

/**
 * Writes a JSON body. An item is compressed whenever the caller takes gzip, so that its tag does not depend on its size;
 * a list from 1 KiB.
 */
export const writeJson = async (
  request: Request,
  response: Response,
  body: unknown,
  { pretty, list = false }: { pretty: boolean; list?: boolean },
): Promise<void> => {
  const text = writeOut(body, pretty);
  const zipped = takesGzip(request) && (!list || Buffer.byteLength(text) >= smallestListBytes || !takesPlain(request));
  // Plain text goes out in one piece with the header fields, which bytes would not.
  writeEncoded(request, response, zipped ? await compress(text) : text, { zipped, type: jsonType });
};

/** Writes what is text or bytes already, compressed or not. */
export const writeEncoded = (
  request: Request,
  response: Response,
  sent: Buffer | string,
  { zipped, type }: { zipped: boolean; type: string },
): void => {
  if (zipped) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(sent));
  response.end(request.method === 'HEAD' ? undefined : sent);
};
