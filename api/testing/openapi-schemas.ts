import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = { [name: string]: unknown };

/** Validates values against the schemas of a document; returns the validator's errors. */
export type Checks = {
  request(schema: Json, value: unknown): string[];
  /** The body of a response. `fields`: the members that the request selected; null for all. */
  response(schema: Json, value: unknown, fields: readonly string[] | null): string[];
  /** A path or query parameter or a header field, as sent. */
  parameter(schema: Json, value: string): string[];
};

/** The components of a document by name; the schema `false` matches nothing. */
type Components = Record<string, Json | false>;

/** Caches compiled schemas for all APIs of this process: compiling takes longer than a request. */
const byObject = new WeakMap<Json, Checks>();
const byText = new Map<string, Checks>();

/** Returns the checks of a document; compiles its schemas unless they are cached. */
export const getChecks = (document: Json): Checks => {
  const { schemas } = document['components'] as { schemas: Json };
  return byObject.get(schemas) ?? cacheChecks(document, schemas);
};

const cacheChecks = (document: Json, schemas: Json): Checks => {
  const text = JSON.stringify(schemas);
  const checks = byText.get(text) ?? compileChecks(document);
  byText.set(text, checks);
  byObject.set(schemas, checks);
  return checks;
};

const compileChecks = (document: Json): Checks => {
  const ajv = createAjv();
  const { schemas } = document['components'] as { schemas: Record<string, Json> };
  const compiled = new Map<string, ValidateFunction>();
  const compile = (key: string, schema: Json, choose: () => Components): ValidateFunction => {
    const validate = compiled.get(key) ?? ajv.compile({ ...schema, components: { schemas: choose() } });
    compiled.set(key, validate);
    return validate;
  };
  const check = (part: string, schema: Json, value: unknown, choose: () => Components): string[] => {
    const validate = compile(`${part} ${JSON.stringify(schema)}`, schema, choose);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
  };
  return {
    request: (schema, value) => check('request', schema, value, () => forbidReadOnly(schemas)),
    response: (schema, value, fields) => check(`fields=${fields}`, schema, value, () => chooseForms(schemas, fields)),
    // Parameters refer to no component, and they compile faster without components.
    parameter: (schema, value) => check('parameter', schema, readParameter(schema, value), () => ({})),
  };
};

const createAjv = () => {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  // ajv-formats is CommonJS, but its types declare an ES module.
  (addFormats as unknown as { default: (target: typeof ajv) => void }).default(ajv);
  return ajv.addVocabulary(['components']).addFormat('password', true).addFormat('idn-email', true);
};

/** Forbids `readOnly` members in requests, as many validators do. */
const forbidReadOnly = (schemas: Components): Components =>
  JSON.parse(JSON.stringify(schemas), (_name, value) => (value?.readOnly === true ? false : value));

/** Chooses the partial schema with exactly the selected `fields`, or the whole schema for null. */
const chooseForms = (schemas: Record<string, Json>, fields: readonly string[] | null): Components =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (!name.startsWith('Partial')) return [name, fields !== null && `Partial${name}` in schemas ? false : schema];
      return [name, fields !== null && select(schema, fields)];
    }),
  );

const select = (schema: Json, fields: readonly string[]): Json => {
  const selected = Object.entries(schema['properties'] as Json).filter(([name]) => fields.includes(name));
  return { ...schema, properties: Object.fromEntries(selected), required: selected.map(([name]) => name) };
};

/** `true` → true, `30` → 30, `open,pending` → ['open', 'pending']. */
const readParameter = ({ type }: Json, value: string): unknown => {
  if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value);
  // Four hundred digits are a valid integer, but Infinity in JavaScript.
  if (type === 'integer') return Math.min(Number(value), Number.MAX_VALUE);
  return type === 'array' ? value.split(',') : value;
};
