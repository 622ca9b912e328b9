import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { Queries } from '../database/database.ts';
import type { KeysetPage, PageAnchor } from '../database/page.ts';
import { hasTag, listPreconditionFails, listTag } from './conditional.ts';
import type { Kind } from './dates/shape.ts';
import { bindingOf, linksOf, type PageLinks, readCursor, setLinks } from './pagination.ts';
import { readQuery } from './parameters.ts';
import type { Principal } from './principal.ts';
import { pickFields, writeJson } from './representation.ts';
import type { Address, Exchange, Route } from './route.ts';
import { preconditionFailed } from './serve-item.ts';

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
export type Listing<Query, Row> = {
  kind: Kind;
  /** Throws when the parent is missing (the ticket of messages). */
  parent?(queries: Queries, address: Address, caller: Principal): Promise<unknown>;
  /** Returns a value that changes whenever the list may have changed. */
  validator(queries: Queries, address: Address, caller: Principal): Promise<string>;
  page(queries: Queries, request: ListRequest<Query>): Promise<KeysetPage<Row>>;
  count(queries: Queries, request: ListRequest<Query>): Promise<Count>;
  show(row: Row): Record<string, unknown>;
};

type ListRequest<Query> = { query: Query; address: Address; caller: Principal; place: PageAnchor; limit: number };

/** GET of a list: an array with metadata in headers, an envelope on request, or 304 by comparing a counter. */
export const listRoute = <O extends Operation, Row>(
  operation: O,
  listing: Listing<z.output<O['query']>, Row>,
): Route => ({
  operation,
  kind: listing.kind,
  async serve(exchange) {
    const { request, response, database, address, caller } = exchange;
    await listing.parent?.(database.read, address, caller);
    if (listPreconditionFails(request)) throw preconditionFailed();
    const query = readQuery(exchange) as z.output<O['query']> & ListQuery;
    const [path = ''] = request.originalUrl.split('?', 1);
    const place = readCursor(bindingOf(path, query), query.cursor, (query.sort?.length ?? 0) + 1);
    const tag = listTag(await listing.validator(database.read, address, caller), path, query, exchange);
    response.setHeader('ETag', tag);
    if (hasTag(request, tag)) return exchange.notModified();
    const listRequest = { query, address, caller, place, limit: query.per_page };
    const page = await listing.page(database.read, listRequest);
    const count = query.count || query.envelope ? await listing.count(database.read, listRequest) : null;
    await sendPage(exchange, page, listing.show, query, count);
  },
});

const sendPage = async <Row>(
  { request, response, publicOrigin, at }: Exchange,
  page: KeysetPage<Row>,
  show: (row: Row) => Record<string, unknown>,
  query: ListQuery,
  count: Count | null,
): Promise<void> => {
  const links = linksOf(request, publicOrigin, query, page);
  setLinks(response, links);
  if (count !== null) {
    response.setHeader('X-Total-Count', count.count);
    if (!count.exact) response.setHeader('X-Total-Count-Exact', 'false');
  }
  const data = page.rows.map(row => pickFields(at.shape.toClient(show(row)), query.fields));
  const body = query.envelope && count !== null ? toEnvelope(data, count, links) : data;
  await writeJson(request, response, body, { pretty: query.pretty, list: true });
};

const toEnvelope = (data: unknown[], { count, exact }: Count, links: PageLinks) => ({
  data,
  count,
  count_is_exact: exact,
  links: { first: links.first, prev: links.prev ?? null, next: links.next ?? null, last: links.last },
});
