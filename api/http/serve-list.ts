import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { Queries } from '../database/database.ts';
import type { KeysetPage, PageAnchor } from '../database/page.ts';
import { formatListEtag, listPreconditionFails, matchesIfNoneMatch } from './conditional.ts';
import { type EncodedText, encodeOnce, selectFields, stringifyJson, writeJsonText } from './json-response.ts';
import { createPageLinks, formatLinks, hashCursorBinding, type PageLinks, parseCursor } from './pagination.ts';
import { readQuery } from './parameters.ts';
import type { Principal } from './principal.ts';
import type { Representable } from './representation-cache.ts';
import type { OperationContext, PathParameters, Route } from './route.ts';
import { preconditionFailedError } from './serve-item.ts';
import { createSharedLists } from './shared-lists.ts';
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

/** The number of matching rows; a lower bound unless `exact` is true. */
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
  /** Returns whether the list has a validator and is the same for every caller. By default, lists differ by caller. */
  isEqualForAll?(query: Query): boolean;
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

/** A list as a response: `validator` identifies its state. */
type FormattedList = { validator: string; headers: Record<string, string | number>; text: EncodedText };

/**
 * Serves GET of a list: 200 or 304. The body is an array or, on request, an envelope. The weak ETag is a hash of the
 * validator or, without a validator, of the page.
 */
export const listRoute = <O extends Operation, Row>(
  operation: O,
  definition: ListDefinition<z.output<O['query']>, Row>,
): Route => {
  const shared = createSharedLists<FormattedList>();
  return {
    operation,
    kind: definition.kind,
    async serve(context) {
      const { request, response, database, pathParameters, caller } = context;
      await definition.parent?.(database.read, pathParameters, caller);
      if (listPreconditionFails(request)) throw preconditionFailedError();
      const { key, readValidator, load, formatEtag } = prepareList(definition, context);
      const isUnchanged = (validator: string): boolean => {
        const etag = formatEtag(validator);
        response.setHeader('ETag', etag);
        return matchesIfNoneMatch(request, etag);
      };
      const mayBeKnown = request.get('If-None-Match') !== undefined || (key !== null && shared.has(key));
      const validator = mayBeKnown ? await readValidator() : null;
      if (validator !== null && isUnchanged(validator)) return context.sendNotModified();
      const list = await shared.get(key, validator, () => load(validator));
      if (validator === null && isUnchanged(list.validator)) return context.sendNotModified();
      for (const [name, value] of Object.entries(list.headers)) response.setHeader(name, value);
      await writeJsonText(request, response, list.text, { list: true });
    },
  };
};

/** Parses the request of a list, and returns how to read it. */
const prepareList = <Query, Row>(definition: ListDefinition<Query, Row>, context: OperationContext) => {
  const { request, database, pathParameters, caller, apiVersion } = context;
  const query = readQuery(context) as Query & ListQuery;
  const [path = ''] = request.originalUrl.split('?', 1);
  const anchor = parseCursor(hashCursorBinding(path, query), query.cursor, (query.sort?.length ?? 0) + 1);
  const listRequest = { query, pathParameters, caller, anchor, limit: query.per_page };
  const readValidator = async (queries: Queries): Promise<string | null> =>
    (await definition.validator?.(queries, pathParameters, caller, query)) ?? null;
  return {
    /** Identifies the list for all callers; null if it depends on the caller. */
    key: definition.isEqualForAll?.(query) === true ? `${apiVersion.date} ${request.originalUrl}` : null,
    readValidator: () => database.readTogether(readValidator),
    /** @param validator null if it has not been read yet */
    async load(validator: string | null): Promise<FormattedList> {
      const [current, listed] = await database.readTogether(queries =>
        // In this order, since the validator may be older than the page, but never newer.
        Promise.all([validator ?? readValidator(queries), readListing(definition, queries, listRequest)]),
      );
      return { validator: current ?? JSON.stringify(listed), ...formatList(context, definition, query, listed) };
    },
    formatEtag: (validator: string) => formatListEtag(validator, path, query, context),
  };
};

/** A page, its count if requested, and the members that `addMembers` computed. */
type Listing<Row> = { page: KeysetPage<Row>; count: Count | null; added: AddedMembers<Row> | null };

/** Reads a page and, if requested, the count and additional members. */
const readListing = async <Query, Row>(
  definition: Pick<ListDefinition<Query, Row>, 'page' | 'count' | 'addMembers'>,
  queries: Queries,
  request: ListRequest<Query & ListQuery>,
): Promise<Listing<Row>> => {
  const isCounted = request.query.count || request.query.envelope;
  const [page, count] = await Promise.all([
    definition.page(queries, request),
    isCounted ? definition.count(queries, request) : null,
  ]);
  const added = (await definition.addMembers?.(queries, request.query, page.rows)) ?? null;
  return { page, count, added };
};

/** Formats the body of a list and the headers that describe it. */
const formatList = <Row>(
  { request, apiPublicOrigin, representationCache, apiVersion }: OperationContext,
  definition: Representable<Row>,
  query: ListQuery,
  { page, count, added }: Listing<Row>,
): Pick<FormattedList, 'headers' | 'text'> => {
  const links = createPageLinks(request, apiPublicOrigin, query, page);
  const headers = {
    Link: formatLinks(links),
    ...(count !== null && { 'X-Total-Count': count.count }),
    ...(count?.exact === false && { 'X-Total-Count-Exact': 'false' }),
  };
  const toRepresentation = (row: Row) => ({ ...definition.toRepresentation(row), ...added?.(row) });
  const isEnvelope = query.envelope && count !== null;
  if (!isEnvelope && query.fields === undefined && apiVersion.converter.isCurrent) {
    const representable = added === null ? definition : { toRepresentation };
    return { headers, text: encodeOnce(representationCache.getList(representable, page.rows, query.pretty)) };
  }
  const data = page.rows.map(row => selectFields(apiVersion.converter.toClient(toRepresentation(row)), query.fields));
  const body = isEnvelope ? toEnvelope(data, count, links) : data;
  return { headers, text: encodeOnce(stringifyJson(body, query.pretty)) };
};

const toEnvelope = (data: unknown[], { count, exact }: Count, links: PageLinks) => ({
  data,
  count,
  count_is_exact: exact,
  links: { first: links.first, prev: links.prev ?? null, next: links.next ?? null, last: links.last },
});
