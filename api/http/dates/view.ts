import { z } from 'zod';
import { writing } from '#contract/list';
import type { Operation } from '#contract/operation';
import type { ApiDates, ServedDate } from './registry.ts';
import type { Kind, Shape } from './shape.ts';

/** An operation as one date has it. */
export type View = {
  date: string;
  /** How the things it is about look. */
  shape: Shape;
  /** The query it takes. */
  query: z.ZodType;
};

/** The views of an operation by date, made once for all of them. */
export const viewsOf = (operation: Operation, kind: Kind, dates: ApiDates): ((date: ServedDate) => View) => {
  const view = (date: ServedDate): View => {
    const shape = date.shapeOf(kind);
    return { date: date.date, shape, query: queryAt(operation, shape) };
  };
  const views = new Map(dates.served.map(date => [date, view(date)]));
  return date => views.get(date) ?? view(date);
};

/** `fields` names the members that the date has. */
const queryAt = ({ query, answer }: Operation, shape: Shape): z.ZodType => {
  const thing = answer instanceof z.ZodArray ? answer.element : answer;
  if (shape.isToday || !(query instanceof z.ZodObject && thing instanceof z.ZodObject)) return query;
  return query.extend({ fields: writing(shape.namesOf(Object.keys(thing.shape))).fields });
};
