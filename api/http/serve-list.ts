import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { Queries } from '../database/database.ts';
import type { KeysetPage, PageAnchor } from '../database/page.ts';
import { formatListEtag, listPreconditionFails, matchesIfNoneMatch } from './conditional.ts';
import { selectFields, writeJson, writeJsonText } from './json-response.ts';
import { createPageLinks, hashCursorBinding, type PageLinks, parseCursor, setLinkHeader } from './pagination.ts';
import { readQuery } from './parameters.ts';
import type { Principal } from './principal.ts';
import type { Representable } from './representation-cache.ts';
import type { OperationContext, PathParameters, Route } from './route.ts';
import { preconditionFailedError } from './serve-item.ts';
import type { EntityKind } from './versions/version-converter.ts';

/** Query parameters of every list. */
type ListQuery = {
  /** Undefined when the order is fixed. */
  sort?: readonly unknown[];
  per_page: number;
  cursor?: string | undefined;
  count: boolean;
  envelope: boolean;
  pretty: boolean;
  fields?: string[] | undefined;
};

/** The number of matching rows; above the cap, a lower bound. */
type Count = { count: number; exact: boolean };

/** A list, as its resource folder describes it to the pipeline. */
export type ListDefinition<Query, Row> = Representable<Row> & {
  kind: EntityKind;
  /** Throws when the parent is missing (the ticket of messages). */
  parent?(queries: Queries, pathParameters: PathParameters, caller: Principal): Promise<unknown>;
  /**
   * Returns a value that changes whenever the list may have changed. Must start all its reads before it waits for any
   * of them. Without a validator, the page itself is compared.
   */
  validator?(queries: Queries, pathParameters: PathParameters, caller: Principal, query: Query): Promise<string>;
  page(queries: Queries, request: ListRequest<Query>): Promise<KeysetPage<Row>>;
  count(queries: Queries, request: ListRequest<Query>): Promise<Count>;
  /**
   * Computes the operation's `requestedMembers` for the rows of a page. Returns null if the query names none of them.
   */
  addMembers?(queries: Queries, query: Query, rows: readonly Row[]): Promise<AddedMembers<Row>> | null;
};

/** Returns the added members of a row. */
type AddedMembers<Row> = (row: Row) => Record<string, unknown>;

type ListRequest<Query> = {
  query: Query;
  pathParameters: PathParameters;
  caller: Principal;
  anchor: PageAnchor;
  limit: number;
};

/** Serves GET of a list. Sends an array, an envelope on request, or 304 by comparing the validator or the page. */
export const listRoute = <O extends Operation, Row>(
  operation: O,
  listing: ListDefinition<z.output<O['query']>, Row>,
): Route => ({
  operation,
  kind: listing.kind,
  async serve(context) {
    const { request, response, database, pathParameters, caller } = context;
    await listing.parent?.(database.read, pathParameters, caller);
    if (listPreconditionFails(request)) throw preconditionFailedError();
    const query = readQuery(context) as z.output<O['query']> & ListQuery;
    const [path = ''] = request.originalUrl.split('?', 1);
    const anchor = parseCursor(hashCursorBinding(path, query), query.cursor, (query.sort?.length ?? 0) + 1);
    const listRequest = { query, pathParameters, caller, anchor, limit: query.per_page };
    const read = (queries: Queries) => readListing(listing, queries, listRequest);
    const mayBeUnchanged = listing.validator !== undefined && request.get('If-None-Match') !== undefined;
    const [validator, early] = await database.readTogether(queries =>
      // In this order, since the validator may be older than the page, but never newer.
      Promise.all([listing.validator?.(queries, pathParameters, caller, query), mayBeUnchanged ? null : read(queries)]),
    );
    const etag = formatListEtag(validator ?? JSON.stringify(early), path, query, context);
    response.setHeader('ETag', etag);
    if (matchesIfNoneMatch(request, etag)) return context.sendNotModified();
    const { page, count, added } = early ?? (await database.readTogether(read));
    const toRepresentation = (row: Row) => ({ ...listing.toRepresentation(row), ...added?.(row) });
    await sendPage(context, page, added === null ? listing : { toRepresentation }, query, count);
  },
});

/** Reads a page and, if requested, the count. */
const readListing = async <Query, Row>(
  listing: Pick<ListDefinition<Query, Row>, 'page' | 'count' | 'addMembers'>,
  queries: Queries,
  request: ListRequest<Query & ListQuery>,
): Promise<{ page: KeysetPage<Row>; count: Count | null; added: AddedMembers<Row> | null }> => {
  const isCounted = request.query.count || request.query.envelope;
  const [page, count] = await Promise.all([
    listing.page(queries, request),
    isCounted ? listing.count(queries, request) : null,
  ]);
  const added = (await listing.addMembers?.(queries, request.query, page.rows)) ?? null;
  return { page, count, added };
};

const sendPage = async <Row>(
  { request, response, apiPublicOrigin, representationCache, apiVersion }: OperationContext,
  page: KeysetPage<Row>,
  listing: Representable<Row>,
  query: ListQuery,
  count: Count | null,
): Promise<void> => {
  const links = createPageLinks(request, apiPublicOrigin, query, page);
  setLinkHeader(response, links);
  if (count !== null) {
    response.setHeader('X-Total-Count', count.count);
    if (!count.exact) response.setHeader('X-Total-Count-Exact', 'false');
  }
  const isEnvelope = query.envelope && count !== null;
  if (!isEnvelope && query.fields === undefined && apiVersion.converter.isCurrent)
    return writeJsonText(request, response, representationCache.getList(listing, page.rows, query.pretty), {
      list: true,
    });
  const show = (row: Row) => apiVersion.converter.toClient(listing.toRepresentation(row));
  const data = page.rows.map(row => selectFields(show(row), query.fields));
  const body = isEnvelope ? toEnvelope(data, count, links) : data;
  await writeJson(request, response, body, { pretty: query.pretty, list: true });
};

const toEnvelope = (data: unknown[], { count, exact }: Count, links: PageLinks) => ({
  data,
  count,
  count_is_exact: exact,
  links: { first: links.first, prev: links.prev ?? null, next: links.next ?? null, last: links.last },
});
