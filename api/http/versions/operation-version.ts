import { z } from 'zod';
import { outputParameters } from '#contract/list';
import type { Operation } from '#contract/operation';
import type { ApiVersions, ServedVersion } from './registry.ts';
import type { EntityKind, VersionConverter } from './version-converter.ts';

/** An operation at one API version. `query` is the schema of its query. */
export type OperationVersion = {
  date: string;
  converter: VersionConverter;
  query: z.ZodType;
};

/** Creates an operation's versions once, and returns a function that finds them by API version. */
export const createOperationVersions = (
  operation: Operation,
  kind: EntityKind,
  apiVersions: ApiVersions,
): ((version: ServedVersion) => OperationVersion) => {
  const createVersion = (version: ServedVersion): OperationVersion => {
    const converter = version.getConverter(kind);
    return { date: version.date, converter, query: createQuery(operation, converter) };
  };
  const versions = new Map(apiVersions.served.map(version => [version, createVersion(version)]));
  return version => versions.get(version) ?? createVersion(version);
};

/** Returns the query schema of a version, which limits `fields` to the version's members. */
const createQuery = ({ query, response, requestedMembers = {} }: Operation, converter: VersionConverter): z.ZodType => {
  const entity = response instanceof z.ZodArray ? response.element : response;
  if (converter.isCurrent || !(query instanceof z.ZodObject && entity instanceof z.ZodObject)) return query;
  const names = Object.keys(entity.shape).flatMap(member => converter.toMemberName(member) ?? []);
  return query.extend({ fields: outputParameters([...names, ...Object.keys(requestedMembers)]).fields });
};
