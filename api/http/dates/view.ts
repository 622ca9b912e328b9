import { z } from 'zod';
import { writing } from '#contract/list';
import type { Operation } from '#contract/operation';
import type { ApiDates, ServedDate } from './registry.ts';
import type { Kind, Shape } from './shape.ts';

/** An operation at one API version. */
export type View = {
  date: string;
  /** The shape of the entities that it represents. */
  shape: Shape;
  /** The schema of its query. */
  query: z.ZodType;
};

/** Creates an operation's versions once and returns a lookup by API version. */
export const viewsOf = (operation: Operation, kind: Kind, dates: ApiDates): ((date: ServedDate) => View) => {
  const view = (date: ServedDate): View => {
    const shape = date.shapeOf(kind);
    return { date: date.date, shape, query: createQuery(operation, shape) };
  };
  const views = new Map(dates.served.map(date => [date, view(date)]));
  return date => views.get(date) ?? view(date);
};

/** Limits `fields` to the members of the version. */
const createQuery = ({ query, answer }: Operation, shape: Shape): z.ZodType => {
  const entity = answer instanceof z.ZodArray ? answer.element : answer;
  if (shape.isToday || !(query instanceof z.ZodObject && entity instanceof z.ZodObject)) return query;
  return query.extend({ fields: writing(shape.namesOf(Object.keys(entity.shape))).fields });
};
