import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { validateWith } from './validation.ts';

const schema = z.strictObject({
  port: z.int().min(1).max(65_535),
  files: z.record(z.string(), z.string()),
  owner: z.union([z.literal('me'), z.string().regex(/^\d+$/)]),
});

it('validateWith describes invalid numbers, objects and unions without terms of zod', () => {
  for (const [port, files, owner, ...messages] of [
    [0, 1, 7, 'is less than 1', 'is not an object', 'has an invalid value'],
    [65_536, [], 7, 'is more than 65535', 'is not an object', 'has an invalid value'],
    [1.5, 'a', 7, 'is not a whole number', 'is not an object', 'has an invalid value'],
  ] as const) {
    const { errors } = validateWith(schema, { port, files, owner });
    assert.deepEqual(
      errors.map(({ message }) => message),
      messages,
    );
  }
});
