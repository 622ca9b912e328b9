import { z } from 'zod';
import { outputParameters } from '#contract/list';
import type { Operation } from '#contract/operation';
import type { ApiVersions, ServedVersion } from './registry.ts';
import type { EntityKind, VersionShape } from './shape.ts';

/** An operation at one API version. */
export type OperationVersion = {
  date: string;
  /** The shape of the entities that it represents. */
  shape: VersionShape;
  /** The schema of its query. */
  query: z.ZodType;
};

/** Creates an operation's versions once and returns a lookup by API version. */
export const createOperationVersions = (
  operation: Operation,
  kind: EntityKind,
  dates: ApiVersions,
): ((date: ServedVersion) => OperationVersion) => {
  const view = (date: ServedVersion): OperationVersion => {
    const shape = date.shapeOf(kind);
    return { date: date.date, shape, query: createQuery(operation, shape) };
  };
  const views = new Map(dates.served.map(date => [date, view(date)]));
  return date => views.get(date) ?? view(date);
};

/** Limits `fields` to the members of the version. */
const createQuery = ({ query, response }: Operation, shape: VersionShape): z.ZodType => {
  const entity = response instanceof z.ZodArray ? response.element : response;
  if (shape.isCurrent || !(query instanceof z.ZodObject && entity instanceof z.ZodObject)) return query;
  const names = Object.keys(entity.shape).flatMap(member => shape.toMemberName(member) ?? []);
  return query.extend({ fields: outputParameters(names).fields });
};
