import { type JsonSchema, resolveReference } from '../../api/testing/openapi-document.ts';

/** An operation of an OpenAPI document, with resolved references. */
export type DocumentedOperation = {
  id: string;
  /** In upper case. */
  method: string;
  /** Relative to the server's URL, with parameters in braces. */
  path: string;
  parameters: readonly { name: string; in: string; schema: JsonSchema }[];
  body: JsonSchema | null;
  /** The media types of the body. */
  types: readonly string[];
  example: object | undefined;
};

export const listOperations = (document: JsonSchema): DocumentedOperation[] => {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, JsonSchema>>);
  return paths.flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => toDocumentedOperation(document, path, method, operation)),
  );
};

const toDocumentedOperation = (
  document: JsonSchema,
  path: string,
  method: string,
  operation: JsonSchema,
): DocumentedOperation => {
  const { content = {} } = (operation['requestBody'] ?? {}) as {
    content?: Record<string, { schema?: JsonSchema; example?: object }>;
  };
  const [media] = Object.values(content);
  const parameters = (operation['parameters'] as JsonSchema[]).map(each => resolveReference(document, each));
  return {
    id: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    parameters: parameters.map(each => ({
      name: String(each['name']),
      in: String(each['in']),
      schema: each['schema'] as JsonSchema,
    })),
    body: media?.schema === undefined ? null : resolveReference(document, media.schema),
    types: Object.keys(content),
    example: media?.example,
  };
};
