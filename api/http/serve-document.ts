import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { Queries } from '../database/database.ts';
import { matchesIfNoneMatch, type Versioned } from './conditional.ts';
import { findForRole } from './find-resource.ts';
import { writeEncoded } from './json-response.ts';
import { readQuery } from './parameters.ts';
import type { Resource, Route } from './route.ts';

/** An HTML document that shows a resource, as the resource's folder describes it. */
type DocumentDefinition<Row, Query> = {
  /** Returns a text that changes whenever the document may have changed. @throws ApiError 410 if its source is gone */
  getValidator(queries: Queries, row: Row, query: Query): Promise<string>;
  /** Renders the document with this validator, and returns it with additional response headers. */
  render(
    queries: Queries,
    row: Row,
    query: Query,
    validator: string,
  ): Promise<{ html: string; headers: Record<string, string> }>;
};

/** Serves GET of an HTML document that is made from a resource: 200, or 304. */
export const documentRoute = <O extends Operation, Row extends Versioned>(
  operation: O,
  resource: Resource<Row, object>,
  { getValidator, render }: DocumentDefinition<Row, z.output<O['query']>>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { request, response, database } = context;
    const row = await findForRole(operation, resource, context);
    const query = readQuery(context) as z.output<O['query']>;
    const validator = await getValidator(database.read, row, query);
    const etag = `"${validator}"`;
    response.setHeader('ETag', etag);
    if (matchesIfNoneMatch(request, etag)) return context.sendNotModified();
    const { html, headers } = await render(database.read, row, query, validator);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    writeEncoded(request, response, html, { isGzipped: false, type: 'text/html; charset=utf-8' });
  },
});
