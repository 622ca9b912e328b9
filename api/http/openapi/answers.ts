import { z } from 'zod';
import type { Operation } from '#contract/operation';
import { type AnswerHeader, commonHeaders, headersOf } from './answer-headers.ts';
import { componentName, type Json } from './json.ts';
import type { Kind } from './kind.ts';
import type { Schemas } from './schemas.ts';

const reads: AnswerHeader[] = ['Cache-Control', 'Allow'];
const validators: AnswerHeader[] = ['ETag', 'Last-Modified'];

/** The answers of an operation that did what was asked, by status. */
export const answersOf = (operation: Operation, kind: Kind, schemas: Schemas): Json => {
  const content = contentOf(operation, schemas);
  const answer = (description: string, headers: AnswerHeader[] = [], body: Json = content) => ({
    description,
    headers: headersOf([...commonHeaders, ...headers]),
    ...body,
  });
  switch (kind) {
    case 'list':
      return {
        200: answer('One page.', [...reads, 'ETag', 'Link', 'X-Total-Count', 'X-Total-Count-Exact']),
        304: answer('Nothing changed.', [...reads, 'ETag'], {}),
      };
    case 'read':
      return {
        200: answer('Its representation.', [...reads, ...validators]),
        304: answer('It has not changed.', [...reads, ...validators], {}),
      };
    case 'create':
      return { 201: answer('Created.', ['Location', ...validators, 'Idempotency-Replayed']) };
    case 'replace':
      return {
        200: answer('Replaced.'),
        201: answer('Created under this id.', ['Location']),
        204: answer('Replaced, with `Prefer: return=minimal`.', ['Preference-Applied'], {}),
      };
    case 'update':
      return { 200: answer('Changed, or as it was if nothing was to change.', validators) };
    case 'delete':
      return { 204: answer('Deleted.') };
    case 'mark':
      return { 204: operation.method === 'GET' ? answer('Yes.', reads) : answer('Done, or done before.') };
  }
};

const contentOf = ({ answer }: Operation, schemas: Schemas): Json => {
  if (answer === null) return {};
  const described = schemas.describe(answer, 'output');
  const schema = answer instanceof z.ZodArray ? listOf(described, schemas) : selectable(described, schemas);
  return { content: { 'application/json': { schema } } };
};

/** A whole representation, or the members that `fields` selects; OpenAPI cannot tie a response to a parameter. */
const selectable = (whole: Json, schemas: Schemas): Json => {
  const { required, examples, ...shape } = schemas.find(whole);
  const description = 'The members that `fields` selects, and no others.';
  return { anyOf: [whole, schemas.add(`Partial${componentName(whole)}`, { ...shape, description, minProperties: 1 })] };
};

/** A bare array, or with `envelope=true` the same rows between what the headers tell. */
const listOf = (described: Json, schemas: Schemas): Json => {
  const row = described['items'] as Json;
  const rows = { ...described, items: selectable(row, schemas) };
  const page = schemas.add(`${componentName(row)}Page`, {
    type: 'object',
    description: 'The answer to `envelope=true`.',
    properties: {
      data: rows,
      count: { type: 'integer', minimum: 0, description: 'How many rows there are on all pages.' },
      count_is_exact: { type: 'boolean', description: 'Whether there are not more than were counted.' },
      links: schemas.add('PageLinks', pageLinks),
    },
    required: ['data', 'count', 'count_is_exact', 'links'],
    additionalProperties: false,
  });
  return { oneOf: [rows, page] };
};

const address = { type: 'string', format: 'uri' };
const pageLinks = {
  type: 'object',
  description: 'The addresses of pages, null where there is none.',
  properties: {
    first: address,
    prev: { anyOf: [address, { type: 'null' }] },
    next: { anyOf: [address, { type: 'null' }] },
    last: address,
  },
  required: ['first', 'prev', 'next', 'last'],
  additionalProperties: false,
};
