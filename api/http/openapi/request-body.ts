import type { Operation } from '#contract/operation';
import { acceptedTypes } from '../body-type.ts';
import type { Json } from './json.ts';
import type { Schemas } from './schemas.ts';

/** The body an operation reads, as a component named after the operation. */
export const requestBodyOf = ({ name, method, body, answer, readOnly, example }: Operation, schemas: Schemas): Json => {
  if (body === null) return {};
  const schema = schemas.describe(body, 'input');
  const resource = answer === null ? {} : schemas.find(schemas.describe(answer, 'output'));
  const written = method === 'POST' ? schema : withReadOnly(schema, resource, readOnly);
  const component = schemas.add(capitalize(name), written);
  const media = { schema: component, ...(example !== undefined && { example }) };
  return {
    requestBody: {
      required: true,
      content: Object.fromEntries(acceptedTypes(method).map(type => [type, media])),
    },
  };
};

/** What was read can be sent back: PUT and PATCH take the read-only members too, as they are. */
const withReadOnly = (schema: Json, resource: Json, names: readonly string[]): Json => {
  const shown = resource['properties'] as Json;
  const repeated = names.map(name => [name, shown[name]]);
  return { ...schema, properties: { ...(schema['properties'] as Json), ...Object.fromEntries(repeated) } };
};

const capitalize = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
