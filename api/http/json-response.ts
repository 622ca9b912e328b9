import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request } from 'express';
import type { HttpResponse } from './response.ts';

export const compress = promisify(gzip);
const minCompressedListBytes = 1024;

/** The media type of JSON responses. */
export const jsonMediaType = 'application/json; charset=utf-8';

/** True if the client accepts gzip and does not prefer identity (RFC 9110 12.5.3). False without Accept-Encoding. */
export const acceptsGzip = (request: Request): boolean =>
  request.headers['accept-encoding'] !== undefined && request.acceptsEncodings('gzip', 'identity') === 'gzip';

/**
 * Returns whether the client accepts an uncompressed body. If it accepts only gzip, even a small list is compressed.
 */
const acceptsIdentity = (request: Request): boolean => request.acceptsEncodings('identity') === 'identity';

/** Output options that the client chose in the query. */
export type OutputOptions = { pretty: boolean; fields?: readonly string[] | undefined };

/** Selects the requested members, in the order of the resource; all members without `fields`. */
export const selectFields = (
  body: Record<string, unknown>,
  fields: readonly string[] | undefined,
): Record<string, unknown> =>
  fields === undefined ? body : Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));

/** Writes JSON: indented by two spaces with a final newline, or compact. */
export const stringifyJson = (body: unknown, pretty: boolean): string =>
  pretty ? `${JSON.stringify(body, null, 2)}\n` : JSON.stringify(body);

/**
 * Writes a JSON body. For a client that accepts gzip, every item is compressed: the ETag of an item must not depend on
 * its size. A list is compressed from 1 KiB.
 */
export const writeJson = async (
  request: Request,
  response: HttpResponse,
  body: unknown,
  { pretty, list = false }: { pretty: boolean; list?: boolean },
): Promise<void> => writeJsonText(request, response, stringifyJson(body, pretty), { list });

/** Writes a body that is JSON text already. */
export const writeJsonText = async (
  request: Request,
  response: HttpResponse,
  text: string | EncodedText,
  { list }: { list: boolean },
): Promise<void> => {
  const encoded = typeof text === 'string' ? encodeOnce(text) : text;
  const isGzipped =
    acceptsGzip(request) && (!list || encoded.bytes >= minCompressedListBytes || !acceptsIdentity(request));
  const body = isGzipped ? await encoded.compress() : encoded.getBody();
  writeEncoded(request, response, body, { isGzipped, type: jsonMediaType });
};

/** A text for one or more responses. Its compressed form and its encoded form are each computed at most once. */
export type EncodedText = {
  /** The length in UTF-8. */
  bytes: number;
  getBody(): string | Buffer;
  compress(): Promise<Buffer>;
};

export const encodeOnce = (text: string): EncodedText => {
  let compressed: Promise<Buffer> | null = null;
  let body: string | Buffer | null = null;
  return {
    bytes: Buffer.byteLength(text),
    getBody() {
      // Node sends a string in one packet with the headers, but would encode it for each response.
      if (body === null) body = text;
      else if (typeof body === 'string') body = Buffer.from(text);
      return body;
    },
    compress() {
      compressed ??= compress(text);
      return compressed;
    },
  };
};

/** Writes a body that is text or bytes already, compressed or not. */
export const writeEncoded = (
  request: Request,
  response: HttpResponse,
  body: Buffer | string,
  { isGzipped, type }: { isGzipped: boolean; type: string },
): void => {
  if (isGzipped) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(request.method === 'HEAD' ? undefined : body);
};
