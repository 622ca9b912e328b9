import type { Operation } from '#contract/operation';
import type { Queries } from '../database/database.ts';
import type { ByteRange } from '../files/driver.ts';
import { matchesIfNoneMatch, type Versioned } from './conditional.ts';
import { ApiError } from './errors.ts';
import { findForRole } from './find-resource.ts';
import { readQuery } from './parameters.ts';
import { parseRange } from './ranges.ts';
import type { OperationContext, Resource, Route } from './route.ts';

/** Bytes that are sent while they are read. */
type ServedFile = {
  size: number;
  /** Reads all bytes, or a part of them. The memory of chunks is released once they are sent. */
  read(range: ByteRange | undefined): Promise<AsyncIterable<Uint8Array>>;
};

/** The bytes that belong to a resource, as the resource's folder describes them. */
type FileDefinition<Row> = {
  /** The media type, which browsers must not guess. */
  getType(row: Row): string;
  /** The file name of a download. */
  getName(row: Row): string;
  /** Whether a browser may show the file. By default, browsers save it. */
  isInline?(row: Row): boolean;
  /** A SHA-256 in hex that changes whenever the bytes change. */
  getHash(row: Row): string;
  /** Opens the bytes. @throws ApiError when they must not be read, or were deleted */
  open(queries: Queries, row: Row): Promise<ServedFile>;
};

/** Serves GET of a resource's bytes: 200, 206 for a range, 304, or 416. */
export const fileRoute = <Row extends Versioned>(
  operation: Operation,
  resource: Resource<Row, object>,
  { getType, getName, isInline = () => false, getHash, open }: FileDefinition<Row>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { request, response, database } = context;
    const row = await findForRole(operation, resource, context);
    readQuery(context);
    const { size, read } = await open(database.read, row);
    const etag = `"${getHash(row).slice(0, 32)}"`;
    response.setHeader('ETag', etag);
    if (matchesIfNoneMatch(request, etag)) return context.sendNotModified();
    response.setHeader('Accept-Ranges', 'bytes');
    const range = readRange(context, etag, size);
    const length = range === undefined ? size : range.end - range.start + 1;
    const chunks = length === 0 ? null : await read(range);
    if (range !== undefined) {
      response.statusCode = 206;
      response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    }
    response.setHeader('Content-Type', getType(row));
    response.setHeader('Content-Length', length);
    response.setHeader('Content-Disposition', formatDisposition(isInline(row), getName(row)));
    if (chunks === null) return response.end();
    if (request.method === 'GET') return response.stream(chunks);
    // HEAD must fail like GET.
    await readFirst(chunks);
    response.end();
  },
});

/** Reads the first part, and closes the file. @throws if it cannot be read */
const readFirst = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _ of chunks) return;
};

/** Reads Range and If-Range (RFC 9110 14.2, 13.1.5). HEAD ignores both. @throws ApiError 416 */
const readRange = ({ request, response }: OperationContext, etag: string, size: number): ByteRange | undefined => {
  const isCurrent = (request.get('If-Range') ?? etag) === etag;
  const range = request.method === 'GET' && isCurrent ? parseRange(request.get('Range'), size) : null;
  if (range !== 'unsatisfiable') return range ?? undefined;
  response.setHeader('Content-Range', `bytes */${size}`);
  throw new ApiError('range_not_satisfiable', `The file has ${size} bytes.`);
};

/** Names a download in ASCII, and in UTF-8 for current clients (RFC 6266). */
const formatDisposition = (isInline: boolean, name: string): string => {
  const ascii = name.replaceAll(/[^ !#-[\]-~]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16)}`);
  return `${isInline ? 'inline' : 'attachment'}; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`;
};
