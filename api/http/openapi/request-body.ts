import { anyMediaType, type Operation } from '#contract/operation';
import { listAcceptedTypes } from '../body-type.ts';
import type { Json } from './json.ts';
import type { Schemas } from './schemas.ts';

/** Ends the description of a read-only member in a request. */
export const readOnlyInRequests = 'Read-only: may be sent back unchanged.';

/** Describes the request body as a component named after the operation. */
export const describeRequestBody = (
  { name, method, body, bodyType, response, readOnly, example, issuesSecret }: Operation,
  schemas: Schemas,
): Json => {
  if (bodyType !== undefined)
    return {
      // A file of any type may be empty, and a request that copies a file has no body.
      requestBody: { required: bodyType !== anyMediaType, content: { [bodyType]: {} } },
    };
  if (body === null) return {};
  const schema = schemas.describe(body, 'input');
  const resource = response === null ? {} : schemas.find(schemas.describe(response, 'output'));
  const requestSchema =
    method === 'POST' || issuesSecret !== undefined
      ? rewriteReadOnly(schema, () => undefined)
      : rewriteReadOnly(withReadOnly(schema, resource, readOnly), describeReadOnly);
  const component = schemas.add(capitalize(name), requestSchema);
  const media = { schema: component, ...(example !== undefined && { example }) };
  return {
    requestBody: {
      required: true,
      content: Object.fromEntries(listAcceptedTypes(method).map(type => [type, media])),
    },
  };
};

/** Adds a resource's read-only members. PUT and PATCH accept them unchanged, so a response can be sent back. */
const withReadOnly = (schema: Json, resource: Json, names: readonly string[]): Json => {
  const resourceMembers = resource['properties'] as Json;
  const members = names.map(name => [name, resourceMembers[name]]);
  return { ...schema, properties: { ...(schema['properties'] as Json), ...Object.fromEntries(members) } };
};

/** Replaces each read-only member at any depth; undefined removes it. */
const rewriteReadOnly = (schema: Json, rewrite: (member: Json) => Json | undefined): Json =>
  JSON.parse(JSON.stringify(schema), (_name, value) => (value?.readOnly === true ? rewrite(value) : value));

/** Describes a member as read-only without the keyword `readOnly`: many tools reject a request with such a member. */
const describeReadOnly = ({ readOnly, description, ...member }: Json): Json => ({
  ...member,
  description: [description, readOnlyInRequests].filter(Boolean).join(' '),
});

const capitalize = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
