import { fieldErrorCodes } from '#contract/errors';
import type { Json } from './json.ts';
import type { Schemas } from './schemas.ts';

const general = {
  code: { type: 'integer', description: 'The status and two digits; each response lists its possible codes.' },
  message: { type: 'string', description: 'The name of the code.' },
  description: { type: 'string', description: 'Details about this error.' },
};

const object = (description: string, properties: Json, required = Object.keys(properties)): Json => ({
  type: 'object',
  description,
  properties,
  required,
  additionalProperties: false,
});

const entryCodes = Object.entries(fieldErrorCodes)
  .map(([name, code]) => `${code} ${name.replaceAll('_', ' ')}`)
  .join(', ');

/** Adds the schemas of error responses to the components. */
export const addErrorSchemas = (schemas: Schemas): void => {
  schemas.add('Error', object('An error.', general));
  const difference = schemas.add(
    'Difference',
    object('A field that differs between your copy and the stored resource.', {
      field: { type: 'string' },
      yours: { description: 'The value that you sent.' },
      current: { description: 'The stored value.' },
    }),
  );
  schemas.add(
    'ConflictError',
    object(
      'A conflict, and the fields that differ.',
      { ...general, differences: { type: 'array', items: difference } },
      Object.keys(general),
    ),
  );
  const entry = schemas.add(
    'FieldError',
    object('An error in one field or parameter.', {
      code: { type: 'integer', enum: Object.values(fieldErrorCodes), description: `${entryCodes}.` },
      field: { type: 'string', examples: ['subject', 'tags[3]', 'files.a.txt.content'] },
      message: { type: 'string', examples: ['is required'] },
    }),
  );
  schemas.add(
    'ValidationError',
    object('All invalid fields and parameters.', {
      code: { type: 'integer', const: 42200 },
      message: general.message,
      errors: { type: 'array', minItems: 1, items: entry },
    }),
  );
};
