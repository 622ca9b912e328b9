import { z } from 'zod';
import { getComponentName, type Json, type Reference, reference } from './json.ts';

/** Collects the schemas of the document; a schema with an `id` becomes a shared component. */
export type Schemas = {
  /** Returns the JSON Schema of a request (`input`) or response (`output`). */
  describe(schema: z.ZodType, io: 'input' | 'output'): Json;
  /** Adds a component, or replaces the component of this name. */
  add(name: string, schema: Json): Reference;
  /** Marks members of a resource's component as read-only. */
  markReadOnly(resource: z.ZodType, names: readonly string[]): void;
  /** Returns the component to which a schema refers; an empty object for any other schema. */
  find(schema: Json): Json;
  components: ReadonlyMap<string, Json>;
};

export const createSchemas = (): Schemas => {
  const components = new Map<string, Json>();
  const schemas: Schemas = {
    components,
    describe(schema, io) {
      const { $schema, $defs, ...described }: z.core.JSONSchema.JSONSchema = JSON.parse(write(schema, io));
      for (const [name, component] of Object.entries($defs ?? {})) {
        if (!components.has(name)) components.set(name, component);
      }
      return described;
    },
    add(name, schema) {
      components.set(name, schema);
      return reference('schemas', name);
    },
    find: schema => components.get(getComponentName(schema)) ?? {},
    markReadOnly(resource, names) {
      const members = schemas.find(schemas.describe(resource, 'output'))['properties'] as Record<string, Json>;
      for (const name of names) members[name] = { ...members[name], readOnly: true };
    },
  };
  return schemas;
};

/** Caches the JSON text of each schema. Many operations share a schema, and writing it is slow. */
const schemaTexts = { input: new WeakMap<z.ZodType, string>(), output: new WeakMap<z.ZodType, string>() };

/** Writes a schema as JSON and points zod's references to the document's components. */
const write = (schema: z.ZodType, io: 'input' | 'output'): string => {
  const cached = schemaTexts[io].get(schema);
  if (cached !== undefined) return cached;
  const described = z.toJSONSchema(schema, { io, override: tidy });
  const text = JSON.stringify(described).replaceAll('"#/$defs/', '"#/components/schemas/');
  schemaTexts[io].set(schema, text);
  return text;
};

/** Converts `example` to `examples`, and removes keywords that do not help the reader. */
const tidy = ({ jsonSchema: schema }: { jsonSchema: Json }): void => {
  // JSON Schema 2020-12 has only `examples`.
  if ('example' in schema) schema['examples'] = [schema['example']];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minLength'] === 0) delete schema['minLength'];
  for (const name of ['example', 'wire', 'id']) delete schema[name];
};
