import fc from 'fast-check';
import { readOnlyInRequests } from '../../api/http/openapi/request-body.ts';
import { viewMembers } from '../../api/testing/arbitraries/drafts.ts';
import { texts as anyTexts } from '../../api/testing/arbitraries/texts.ts';
import type { JsonSchema } from '../../api/testing/openapi-document.ts';

/** Creates values that a schema allows, except for some integers. Other rules of the API may still reject a value. */
export type ValuesOf = (schema: JsonSchema, name?: string) => fc.Arbitrary<unknown>;

/** Members and parameters that refer to existing resources, or whose schema is too general. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  assignee_id: fc.nat(7).map(n => `~person.${n}~`),
  owner_id: fc.nat(7).map(n => `~person.${n}~`),
  ticket_id: fc.nat(3).map(n => `~ticket.${n}~`),
  attachment_ids: fc.uniqueArray(
    fc.nat(4).map(n => `~attachment.${n}~`),
    { maxLength: 2 },
  ),
  mentions: fc.uniqueArray(
    fc.nat(7).map(n => `~person.${n}~`),
    { maxLength: 3 },
  ),
  copy_of: fc.nat(4).map(n => `~attachment.${n}~`),
  message_id: fc.nat(3).map(n => `~message.${n}~`),
  mailbox_id: fc.nat(2).map(n => `~mailbox.${n}~`),
  default_mailbox_id: fc.option(fc.nat(2).map(n => `~mailbox.${n}~`)),
  // No server listens at this address, so a check of the issuer fails immediately.
  issuer: fc.uuid().map(unique => `http://127.0.0.1:1/${unique}`),
  through: fc.nat(7).map(n => `~notification.${n}~`),
  version: fc.constant('~version.0~'),
  cursor: fc.oneof(
    fc.constant('~cursor.0~'),
    fc.nat(400).map(bit => `~flipped.${bit}~`),
  ),
  q: fc.oneof(
    fc.nat(9).map(n => `~mark.${n}~`),
    fc.constantFrom('invoice', 'a', '"double payment"', 'é ß'),
  ),
  query: viewMembers['query'] ?? fc.constant(''),
};

const instants = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(date => date.toISOString());

/** Caches text arbitraries by their limits, because creation is slow. */
const cache = new Map<string, fc.Arbitrary<string>>();
const texts = (max: number, min: number): fc.Arbitrary<string> => {
  const key = `${min}-${max}`;
  const values = cache.get(key) ?? anyTexts(max, min);
  cache.set(key, values);
  return values;
};

const passwords = fc.constantFrom('correct horse battery', 'twelve grey herons at dusk');

const stringsOf = ({ format, pattern, minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> => {
  if (format === 'date-time') return instants;
  if (format === 'password') return passwords;
  if (format === 'idn-email') return fc.uuid().map(unique => `${unique}@desk.example`);
  if (format === 'uri') return fc.constant('http://localhost:4000/v1');
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  const [min, max] = [Number(minLength), Number(maxLength)];
  if (max <= 2000) return texts(max, min);
  return fc.oneof(
    { weight: 40, arbitrary: texts(2000, min) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(max), '漢'.repeat(Math.floor(max / 3))) },
  );
};

/** Small integers, even outside the schema's limits. Within the limits if the minimum is above 4. */
const integersOf = ({ minimum = 0, maximum }: JsonSchema): fc.Arbitrary<number> =>
  Number(minimum) > 4
    ? fc.integer({ min: Number(minimum), max: Number(maximum) })
    : fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(30, 100, 101));

/** @param document resolves `$ref` */
export const createValues = (document: JsonSchema): ValuesOf => {
  const { schemas } = document['components'] as { schemas: Record<string, JsonSchema> };

  const arrays = ({ items, minItems = 0, maxItems = 5, uniqueItems }: JsonSchema): fc.Arbitrary<unknown> => {
    const limits = { minLength: Number(minItems), maxLength: Number(maxItems) };
    const values = valuesOf(items as JsonSchema);
    return uniqueItems === true || 'enum' in (items as JsonSchema)
      ? fc.uniqueArray(values, limits)
      : fc.array(values, limits);
  };

  const objects = ({ properties, required = [], additionalProperties, minProperties = 0 }: JsonSchema) => {
    const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
    const writableMembers = members.filter(([, { description }]) => !String(description).endsWith(readOnlyInRequests));
    const declaredMembers = fc.record(
      Object.fromEntries(writableMembers.map(([name, schema]) => [name, valuesOf(schema, name)])),
      {
        requiredKeys: required as string[],
      },
    );
    if (typeof additionalProperties !== 'object') return declaredMembers;
    const names = fc.constantFrom('a.md', 'b.ts', 'constructor', 'c é.txt');
    const limits = { minKeys: Number(minProperties), maxKeys: 3 };
    return fc.dictionary(names, valuesOf(additionalProperties as JsonSchema), limits);
  };

  const valuesOf: ValuesOf = (schema, name = '') => {
    const { $ref, const: constant, enum: enumValues, anyOf, type } = schema;
    if (Object.hasOwn(byName, name)) return byName[name] ?? fc.constant(null);
    if (typeof $ref === 'string') return valuesOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name);
    if (constant !== undefined) return fc.constant(constant);
    if (Array.isArray(enumValues)) return fc.constantFrom(...enumValues);
    if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(each => valuesOf(each as JsonSchema)));
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    if (type === 'integer') return integersOf(schema);
    if (type === 'array') return arrays(schema);
    if (type === 'object') return objects(schema);
    return type === 'string' ? stringsOf(schema) : fc.jsonValue({ maxDepth: 1 });
  };
  return valuesOf;
};
