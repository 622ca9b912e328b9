import { z } from 'zod';
import { documentMediaType } from '#contract/mails';
import type { Operation } from '#contract/operation';
import { getComponentName, type Json } from './json.ts';
import { createsMissing, type OperationKind } from './operation-kind.ts';
import { commonHeaders, describeOptionalHeaders, type ResponseHeader, referenceHeaders } from './response-headers.ts';
import type { Schemas } from './schemas.ts';

const readHeaders: ResponseHeader[] = ['Cache-Control', 'Allow'];
const documentHeaders: ResponseHeader[] = ['X-Remote-Pictures', 'X-Sender-Authentication'];
const pageHeaders: ResponseHeader[] = ['ETag', 'Link', 'X-Total-Count', 'X-Total-Count-Exact'];
const validatorHeaders: ResponseHeader[] = ['ETag', 'Last-Modified'];
const createdHeaders: ResponseHeader[] = ['Location', ...validatorHeaders, 'Idempotency-Replayed'];
const downloadHeaders: ResponseHeader[] = ['ETag', 'Accept-Ranges', 'Content-Disposition'];

/** Describes the successful responses of an operation by status. */
export const describeSuccessResponses = (operation: Operation, kind: OperationKind, schemas: Schemas): Json => {
  const content = describeContent(operation, schemas);
  const bytes = describeBytes(operation.responseType);
  const describeResponse = (description: string, headers: ResponseHeader[] = [], body: Json = content) => ({
    description,
    headers: referenceHeaders([...commonHeaders, ...headers]),
    ...body,
  });
  /** A stream lacks the headers of a page. */
  const describeStream = (type: string) => ({
    description: 'One page, or a stream of server-sent events.',
    headers: { ...referenceHeaders([...commonHeaders, ...readHeaders]), ...describeOptionalHeaders(pageHeaders) },
    content: { ...(content['content'] as Json), [type]: { schema: { type: 'string' } } },
  });
  switch (kind) {
    case 'list':
      return {
        200:
          operation.streamType === undefined
            ? describeResponse('One page.', [...readHeaders, ...pageHeaders])
            : describeStream(operation.streamType),
        304: describeResponse('The list has not changed.', [...readHeaders, 'ETag'], {}),
      };
    case 'report':
      return {
        200: describeResponse('The representation.', [...readHeaders, 'ETag']),
        304: describeResponse('The representation has not changed.', [...readHeaders, 'ETag'], {}),
      };
    case 'read':
      return {
        200: describeResponse('The representation.', [...readHeaders, ...validatorHeaders]),
        304: describeResponse('The representation has not changed.', [...readHeaders, ...validatorHeaders], {}),
      };
    case 'file':
      return {
        ...(operation.responseType === documentMediaType
          ? { 200: describeResponse('The bytes.', [...readHeaders, 'ETag', ...documentHeaders], bytes) }
          : {
              200: describeResponse('The bytes.', [...readHeaders, ...downloadHeaders], bytes),
              206: describeResponse(
                'The part that `Range` names.',
                [...readHeaders, ...downloadHeaders, 'Content-Range'],
                bytes,
              ),
            }),
        304: describeResponse('The bytes have not changed.', [...readHeaders, 'ETag'], {}),
      };
    case 'create':
    case 'create_file':
      return {
        201: operation.issuesSecret
          ? describeResponse('Created. `Cache-Control` is `no-store`.', [...createdHeaders, 'Cache-Control'])
          : describeResponse('Created.', createdHeaders),
      };
    case 'upload':
      return {
        200: describeResponse('The same bytes are stored already.', ['Location', ...validatorHeaders]),
        201: describeResponse('Stored.', ['Location', ...validatorHeaders]),
      };
    case 'replace':
      return {
        200: describeResponse('Replaced.'),
        ...(createsMissing(operation) && { 201: describeResponse('Created under this id.', ['Location']) }),
        204: describeResponse('Replaced, with `Prefer: return=minimal`.', ['Preference-Applied'], {}),
      };
    case 'issue':
      return {
        200: describeResponse('Done. `Cache-Control` is `no-store`.', ['Cache-Control', 'Idempotency-Replayed']),
      };
    case 'update':
      return { 200: describeResponse('Updated, or unchanged if nothing differs.', validatorHeaders) };
    case 'delete':
      return { 204: describeResponse('Deleted.') };
    case 'no_content':
      return {
        204:
          operation.method === 'GET'
            ? describeResponse('Yes: the person of the token starred the gist, or watches the ticket.', readHeaders)
            : describeResponse('Done, or nothing to do.'),
      };
  }
};

const describeBytes = (type = ''): Json => ({ content: { [type]: {} } });

const describeContent = ({ response, requestedMembers = {} }: Operation, schemas: Schemas): Json => {
  if (response === null) return {};
  const described = schemas.describe(response, 'output');
  const requested = Object.entries(requestedMembers).map(([name, member]) => [
    name,
    schemas.describe(member, 'output'),
  ]);
  const schema =
    response instanceof z.ZodArray
      ? describeList(described, schemas, Object.fromEntries(requested))
      : describeSelectable(described, schemas);
  return { content: { 'application/json': { schema } } };
};

/**
 * Describes a full representation or the members in `fields`. OpenAPI cannot make a response depend on a parameter.
 * `requested` are members that only `fields` adds.
 */
const describeSelectable = (whole: Json, schemas: Schemas, requested: Json = {}): Json => {
  const { required, examples, ...shape } = schemas.find(whole);
  const description = 'Only the members that `fields` selects.';
  const properties = { ...(shape['properties'] as Json), ...requested };
  const name = `Partial${Object.keys(requested).length > 0 ? 'Listed' : ''}${getComponentName(whole)}`;
  return { anyOf: [whole, schemas.add(name, { ...shape, properties, description, minProperties: 1 })] };
};

/** Describes an array, and the object that `envelope=true` returns instead. */
const describeList = (described: Json, schemas: Schemas, requested: Json): Json => {
  const row = described['items'] as Json;
  const rows = { ...described, items: describeSelectable(row, schemas, requested) };
  const page = schemas.add(`${getComponentName(row)}Page`, {
    type: 'object',
    description: 'The response with `envelope=true`.',
    properties: {
      data: rows,
      count: { type: 'integer', minimum: 0, description: 'The number of items on all pages.' },
      count_is_exact: { type: 'boolean', description: '`false` if there are more items than were counted.' },
      links: schemas.add('PageLinks', pageLinks),
    },
    required: ['data', 'count', 'count_is_exact', 'links'],
    additionalProperties: false,
  });
  return { oneOf: [rows, page] };
};

const urlSchema = { type: 'string', format: 'uri' };
const pageLinks = {
  type: 'object',
  description: 'The URLs of other pages, null for a page that does not exist.',
  properties: {
    first: urlSchema,
    prev: { anyOf: [urlSchema, { type: 'null' }] },
    next: { anyOf: [urlSchema, { type: 'null' }] },
    last: urlSchema,
  },
  required: ['first', 'prev', 'next', 'last'],
  additionalProperties: false,
};
