import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = { [name: string]: unknown };

/** Checks of values against the schemas of a document; each says what is wrong, in the words of the validator. */
export type Checks = {
  /** `fields`: the members that were asked for, of each resource; null for all. */
  body(schema: Json, value: unknown, fields: readonly string[] | null): string[];
  /** A value as it stands in an address. */
  parameter(schema: Json, value: string): string[];
};

/** Compiling a schema takes longer than a request: each is compiled once, whichever api of this process it is asked of. */
const known = new WeakMap<Json, Checks>();
const bySchemas = new Map<string, Checks>();

export const createChecks = (document: Json): Checks => known.get(document) ?? remember(document);

const remember = (document: Json): Checks => {
  const { schemas } = document['components'] as Json;
  const text = JSON.stringify(schemas);
  const checks = bySchemas.get(text) ?? compileChecks(document);
  bySchemas.set(text, checks);
  known.set(document, checks);
  return checks;
};

const compileChecks = (document: Json): Checks => {
  const ajv = createAjv();
  const compiled = new Map<string, ValidateFunction>();
  const compile = (schema: Json, fields: readonly string[] | null): ValidateFunction => {
    const key = JSON.stringify([schema, fields]);
    const validate = compiled.get(key) ?? ajv.compile(withComponents(schema, document, fields));
    compiled.set(key, validate);
    return validate;
  };
  const check = (schema: Json, value: unknown, fields: readonly string[] | null) => {
    const validate = compile(schema, fields);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
  };
  return { body: check, parameter: (schema, value) => check(schema, readParameter(schema, value), null) };
};

const createAjv = () => {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  // ajv-formats is CommonJS, and its types say otherwise.
  (addFormats as unknown as { default: (target: typeof ajv) => void }).default(ajv);
  return ajv.addVocabulary(['components']).addFormat('password', true).addFormat('idn-email', true);
};

/** The schema with the components it refers to. Where only some members were asked for, a resource is exactly those. */
const withComponents = (schema: Json, document: Json, fields: readonly string[] | null): Json => {
  const { schemas } = document['components'] as { schemas: Record<string, Json> };
  const named = Object.entries(schemas).map(([name, component]) => [
    name,
    fields === null ? component : narrow(component, fields),
  ]);
  return { ...schema, components: { schemas: Object.fromEntries(named) } };
};

/** A resource is a component that has a version. */
const narrow = (component: Json, fields: readonly string[]): Json => {
  const properties = (component['properties'] ?? {}) as Json;
  if (!((component['required'] ?? []) as string[]).includes('version')) return component;
  const asked = Object.entries(properties).filter(([name]) => fields.includes(name));
  return { ...component, properties: Object.fromEntries(asked), required: asked.map(([name]) => name) };
};

/** `true` → true, `30` → 30, `open,pending` → ['open', 'pending']. */
const readParameter = ({ type }: Json, value: string): unknown => {
  if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value);
  // Three hundred digits are a whole number too, which JavaScript takes for none.
  if (type === 'integer') return Math.min(Number(value), Number.MAX_VALUE);
  return type === 'array' ? value.split(',') : value;
};
