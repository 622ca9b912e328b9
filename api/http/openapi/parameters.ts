import { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { ApiDates } from '../dates/registry.ts';
import { type Json, reference } from './json.ts';
import type { Kind } from './kind.ts';
import { describeRequestHeaders, type RequestHeader } from './request-headers.ts';
import type { Schemas } from './schemas.ts';

/** The parameters of how an answer is written: the same wherever they occur. */
const shared = new Set(['pretty', 'per_page', 'cursor', 'count', 'envelope']);

/** Path, query and header parameters of an operation. */
export const parametersOf = (operation: Operation, kind: Kind, schemas: Schemas): Json[] => [
  ...membersOf(operation.params).map(([name, schema]) => pathParameter(name, schemas.describe(schema, 'input'))),
  ...membersOf(operation.query).map(([name, schema]) =>
    shared.has(name) ? reference('parameters', name) : queryParameter(name, schema, schemas),
  ),
  ...headersOf(kind).map(name => reference('parameters', name)),
];

/** `components.parameters`: the shared ones of any of the operations, and the request headers. */
export const sharedParameters = (operations: readonly Operation[], schemas: Schemas, dates: ApiDates): Json => {
  const queries = new Map(operations.flatMap(({ query }) => membersOf(query)));
  return Object.fromEntries([
    ...[...queries]
      .filter(([name]) => shared.has(name))
      .map(([name, schema]) => [name, queryParameter(name, schema, schemas)]),
    ...Object.entries(describeRequestHeaders(dates)).map(([name, header]) => [name, { name, in: 'header', ...header }]),
  ]);
};

const membersOf = (schema: z.ZodType): [name: string, schema: z.ZodType][] =>
  schema instanceof z.ZodObject ? Object.entries(schema.shape as Record<string, z.ZodType>) : [];

const pathParameter = (name: string, schema: Json): Json => ({
  name,
  in: 'path',
  required: true,
  description: `The id of the ${name.replace(/_id$/, '')}.`,
  schema: { examples: ['1042'], ...schema },
});

const queryParameter = (name: string, schema: z.ZodType, schemas: Schemas): Json => {
  const { description, wire } = metaOf(schema);
  // Said once, of the parameter.
  const { description: _, ...described } = schemas.describe(schema, 'input');
  const written: Json = { ...(wire ?? described) };
  if (schema instanceof z.ZodDefault && !('default' in written)) written['default'] = schema.def.defaultValue;
  return {
    name,
    in: 'query',
    description: description ?? '',
    ...(written['type'] === 'array' && { style: 'form', explode: false }),
    schema: written,
  };
};

/** What the contract says of a parameter, also of one that has a default or may be left out. */
const metaOf = (schema: z.ZodType): { description?: string | undefined; wire?: Json } => {
  const within = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : null;
  return { ...(within instanceof z.ZodType && metaOf(within)), ...schema.meta() };
};

const writeConditions: RequestHeader[] = ['If-Match', 'If-None-Match', 'If-Unmodified-Since'];

const headersByKind: Record<Kind, RequestHeader[]> = {
  list: ['If-None-Match', 'If-Match'],
  read: ['If-None-Match', 'If-Modified-Since', 'If-Match', 'If-Unmodified-Since'],
  create: ['Idempotency-Key'],
  replace: [...writeConditions, 'Prefer'],
  update: writeConditions,
  delete: writeConditions,
  mark: [],
};

const headersOf = (kind: Kind): RequestHeader[] => [...headersByKind[kind], 'X-Api-Version', 'X-Request-Id'];
