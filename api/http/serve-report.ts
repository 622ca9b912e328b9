import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { Queries } from '../database/database.ts';
import { formatListEtag, listPreconditionFails, matchesIfNoneMatch } from './conditional.ts';
import { type OutputOptions, selectFields, writeJson } from './json-response.ts';
import { readQuery } from './parameters.ts';
import type { Principal } from './principal.ts';
import type { PathParameters, Route } from './route.ts';
import { preconditionFailedError } from './serve-item.ts';
import type { EntityKind } from './versions/version-converter.ts';

/** A representation that is computed from many rows. The report's folder defines it. */
export type ReportDefinition<Query> = {
  kind: EntityKind;
  /**
   * Returns a value that changes whenever the report may have changed. Without a validator, the report itself is
   * compared.
   */
  validator?(queries: Queries, request: ReportRequest<Query>): Promise<string>;
  compute(queries: Queries, request: ReportRequest<Query>): Promise<Record<string, unknown>>;
};

type ReportRequest<Query> = { query: Query; pathParameters: PathParameters; caller: Principal };

/**
 * Serves GET of a report: 200 or 304. The weak ETag is a hash of the validator or, without a validator, of the report.
 */
export const reportRoute = <O extends Operation>(
  operation: O,
  { kind, validator, compute }: ReportDefinition<z.output<O['query']>>,
): Route => ({
  operation,
  kind,
  async serve(context) {
    const { request, response, database, pathParameters, caller } = context;
    if (listPreconditionFails(request)) throw preconditionFailedError();
    const query = readQuery(context) as z.output<O['query']> & OutputOptions;
    const [path = ''] = request.originalUrl.split('?', 1);
    const read = () => database.readTogether(queries => compute(queries, { query, pathParameters, caller }));
    const current = await validator?.(database.read, { query, pathParameters, caller });
    const early = current === undefined ? await read() : null;
    const etag = formatListEtag(current ?? JSON.stringify(early), path, query, context);
    response.setHeader('ETag', etag);
    if (matchesIfNoneMatch(request, etag)) return context.sendNotModified();
    const report = early ?? (await read());
    await writeJson(request, response, selectFields(report, query.fields), { pretty: query.pretty, list: true });
  },
});
