import { z } from 'zod';
import type { Operation } from '#contract/operation';

/** What an operation does to a thing; it decides which headers are read, which are written and what may go wrong. */
export type Kind = 'list' | 'read' | 'create' | 'replace' | 'update' | 'delete' | 'mark';

const kinds: Record<string, Kind> = {
  GET: 'read',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

/** A list answers an array; a mark (a star) is neither sent nor answered a body, below the address of a thing. */
export const kindOf = ({ method, path, body, answer }: Operation): Kind => {
  if (answer instanceof z.ZodArray) return 'list';
  if (body === null && answer === null && !path.endsWith('}')) return 'mark';
  const kind = kinds[method];
  if (kind === undefined) throw new Error(`The reference does not know what ${method} ${path} does.`);
  return kind;
};
