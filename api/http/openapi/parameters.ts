import { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { ApiVersions } from '../versions/registry.ts';
import { type Json, reference } from './json.ts';
import type { OperationKind } from './operation-kind.ts';
import { describeRequestHeaders, type RequestHeader } from './request-headers.ts';
import type { Schemas } from './schemas.ts';

/** Query parameters for paging and format. They are identical in every operation that has them. */
const sharedNames = new Set(['pretty', 'per_page', 'cursor', 'count', 'envelope']);

/** Describes the path, query and header parameters of an operation. */
export const describeParameters = (operation: Operation, kind: OperationKind, schemas: Schemas): Json[] => [
  ...getMembers(operation.params).map(([name, schema]) => {
    const { description, ...described } = schemas.describe(schema, 'input');
    return pathParameter(name, { examples: ['1042'], ...described }, description);
  }),
  ...getMembers(operation.query).map(([name, schema]) =>
    sharedNames.has(name) ? reference('parameters', name) : queryParameter(name, schema, schemas),
  ),
  ...listHeaders(operation, kind).map(name => reference('parameters', name)),
];

/** Returns `components.parameters`: shared query parameters and request headers. */
export const describeSharedParameters = (
  operations: readonly Operation[],
  schemas: Schemas,
  apiVersions: ApiVersions,
): Json => {
  const queries = new Map(operations.flatMap(({ query }) => getMembers(query)));
  return Object.fromEntries([
    ...[...queries]
      .filter(([name]) => sharedNames.has(name))
      .map(([name, schema]) => [name, queryParameter(name, schema, schemas)]),
    ...Object.entries(describeRequestHeaders(apiVersions)).map(([name, header]) => [
      name,
      { name, in: 'header', ...header },
    ]),
  ]);
};

const getMembers = (schema: z.ZodType): [name: string, schema: z.ZodType][] =>
  schema instanceof z.ZodObject ? Object.entries(schema.shape as Record<string, z.ZodType>) : [];

const pathParameter = (name: string, schema: Json, description: unknown): Json => ({
  name,
  in: 'path',
  required: true,
  description: description ?? `The id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`,
  schema,
});

const queryParameter = (name: string, schema: z.ZodType, schemas: Schemas): Json => {
  const { description, wire } = getMeta(schema);
  // The parameter carries the description, so the schema does not repeat it.
  const { description: _, ...described } = schemas.describe(schema, 'input');
  const parameterSchema: Json = { ...(wire ?? described) };
  if (schema instanceof z.ZodDefault && !('default' in parameterSchema))
    parameterSchema['default'] = schema.def.defaultValue;
  return {
    name,
    in: 'query',
    description: description ?? '',
    ...(parameterSchema['type'] === 'array' && { style: 'form', explode: false }),
    schema: parameterSchema,
  };
};

/** Returns a parameter's metadata, even from inside a default or optional schema. */
const getMeta = (schema: z.ZodType): { description?: string | undefined; wire?: Json } => {
  const innerSchema = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : null;
  return { ...(innerSchema instanceof z.ZodType && getMeta(innerSchema)), ...schema.meta() };
};

const writeConditions: RequestHeader[] = ['If-Match', 'If-None-Match', 'If-Unmodified-Since'];

const headersByKind: Record<OperationKind, RequestHeader[]> = {
  list: ['If-None-Match', 'If-Match'],
  report: ['If-None-Match', 'If-Match'],
  read: ['If-None-Match', 'If-Modified-Since', 'If-Match', 'If-Unmodified-Since'],
  file: ['If-None-Match', 'Range', 'If-Range'],
  create: ['Idempotency-Key'],
  create_file: ['Idempotency-Key', 'Content-Digest'],
  upload: [],
  replace: [...writeConditions, 'Prefer'],
  issue: ['Idempotency-Key'],
  update: writeConditions,
  delete: writeConditions,
  no_content: [],
};

const listHeaders = ({ streamType }: Operation, kind: OperationKind): RequestHeader[] => [
  ...headersByKind[kind],
  ...(streamType === undefined ? [] : (['Last-Event-ID'] as const)),
  'X-Api-Version',
  'X-Request-Id',
];
