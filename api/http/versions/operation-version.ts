import { z } from 'zod';
import { outputParameters } from '#contract/list';
import type { Operation } from '#contract/operation';
import type { ApiVersions, ServedVersion } from './registry.ts';
import type { EntityKind, VersionConverter } from './version-converter.ts';

export type OperationVersion = {
  date: string;
  converter: VersionConverter;
  query: z.ZodType;
};

/** Creates an operation's versions once and returns a lookup by API version. */
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

/** Limits `fields` to the members of the version. */
const createQuery = ({ query, response, requestedMembers = {} }: Operation, converter: VersionConverter): z.ZodType => {
  const entity = response instanceof z.ZodArray ? response.element : response;
  if (converter.isCurrent || !(query instanceof z.ZodObject && entity instanceof z.ZodObject)) return query;
  const names = Object.keys(entity.shape).flatMap(member => converter.toMemberName(member) ?? []);
  return query.extend({ fields: outputParameters([...names, ...Object.keys(requestedMembers)]).fields });
};
