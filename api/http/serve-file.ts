import type { Operation } from '#contract/operation';
import type { Queries } from '../database/database.ts';
import { matchesIfNoneMatch, type Versioned } from './conditional.ts';
import { findOrThrow, requireRole } from './find-resource.ts';
import { writeEncoded } from './json-response.ts';
import { readQuery } from './parameters.ts';
import type { Resource, Route } from './route.ts';

/** The bytes that belong to a resource, as its folder describes them. */
type FileDefinition<Row> = {
  /** The media type. */
  type: string;
  /** The file name of a download. */
  getName(row: Row): string;
  /** A SHA-256 in hex that changes whenever the bytes change. */
  getHash(row: Row): string;
  read(queries: Queries, row: Row): Promise<Buffer>;
};

/** Serves GET of the bytes of a resource: 200, or 304. Browsers save them and never show them. */
export const fileRoute = <Row extends Versioned>(
  operation: Operation,
  resource: Resource<Row, object>,
  { type, getName, getHash, read }: FileDefinition<Row>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { request, response, database, pathParameters, caller } = context;
    const row = await findOrThrow(resource, database.read, pathParameters, caller);
    requireRole(operation, context);
    readQuery(context);
    const etag = `"${getHash(row).slice(0, 32)}"`;
    response.setHeader('ETag', etag);
    if (matchesIfNoneMatch(request, etag)) return context.sendNotModified();
    const bytes = await read(database.read, row);
    response.setHeader('Content-Disposition', `attachment; filename="${getName(row)}"`);
    writeEncoded(request, response, bytes, { isGzipped: false, type });
  },
});
