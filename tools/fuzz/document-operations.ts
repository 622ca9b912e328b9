import type { JsonSchema } from '../../api/testing/openapi-document.ts';

/** An operation of the document, with resolved references. */
export type DocumentedOperation = {
  id: string;
  /** Upper case. */
  method: string;
  /** Relative to the server's address, with parameters in braces. */
  path: string;
  parameters: readonly { name: string; in: string; schema: JsonSchema }[];
  /** The schema of the body; null for none. */
  body: JsonSchema | null;
  /** The media types of the body. */
  types: readonly string[];
  /** The example body. */
  example: object | undefined;
  /** Every documented status. */
  statuses: readonly number[];
};

/** All operations of a document, in its order. */
export const listOperations = (document: JsonSchema): DocumentedOperation[] => {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, JsonSchema>>);
  return paths.flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => read(document, path, method, operation)),
  );
};

const read = (document: JsonSchema, path: string, method: string, operation: JsonSchema): DocumentedOperation => {
  const { content = {} } = (operation['requestBody'] ?? {}) as {
    content?: Record<string, { schema: JsonSchema; example?: object }>;
  };
  const [media] = Object.values(content);
  const parameters = (operation['parameters'] as JsonSchema[]).map(each => follow(document, each));
  return {
    id: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    parameters: parameters.map(each => ({
      name: String(each['name']),
      in: String(each['in']),
      schema: each['schema'] as JsonSchema,
    })),
    body: media === undefined ? null : follow(document, media.schema),
    types: Object.keys(content),
    example: media?.example,
    statuses: Object.keys(operation['responses'] as JsonSchema).map(Number),
  };
};

const follow = (document: JsonSchema, value: JsonSchema): JsonSchema => {
  if (typeof value['$ref'] !== 'string') return value;
  const path = value['$ref'].slice(2).split('/');
  return path.reduce<JsonSchema>((within, name) => (within[name] ?? {}) as JsonSchema, document);
};
