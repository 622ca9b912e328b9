import { fieldErrorCodes } from '#contract/errors';
import type { Json } from './json.ts';
import type { Schemas } from './schemas.ts';

const general = {
  code: { type: 'integer', description: 'The status and two digits: see the answers.' },
  message: { type: 'string', description: 'The name of the code.' },
  description: { type: 'string', description: 'What went wrong this time.' },
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

/** Adds the shapes of error bodies. */
export const addErrorSchemas = (schemas: Schemas): void => {
  schemas.add('Error', object('What went wrong.', general));
  const difference = schemas.add(
    'Difference',
    object('A field in which your copy and the stored thing differ.', {
      field: { type: 'string' },
      yours: { description: 'What you sent.' },
      current: { description: 'What is stored.' },
    }),
  );
  schemas.add(
    'ConflictError',
    object(
      'What went wrong, and the fields that differ.',
      { ...general, differences: { type: 'array', items: difference } },
      Object.keys(general),
    ),
  );
  const entry = schemas.add(
    'FieldError',
    object('What is wrong with one field or parameter.', {
      code: { type: 'integer', enum: Object.values(fieldErrorCodes), description: `${entryCodes}.` },
      field: { type: 'string', examples: ['subject', 'tags[3]', 'files.a.txt.content'] },
      message: { type: 'string', examples: ['is required'] },
    }),
  );
  schemas.add(
    'ValidationError',
    object('Every field and parameter that is wrong.', {
      code: { type: 'integer', const: 42200 },
      message: general.message,
      errors: { type: 'array', minItems: 1, items: entry },
    }),
  );
};
