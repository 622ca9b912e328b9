import type { Request } from 'express';
import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import { releaseBytes } from '#server/release-bytes';
import { TooManyUploadsError, type Uploads } from '#server/uploads';
import { requireUploadType } from './body-type.ts';
import { setValidators, type Versioned } from './conditional.ts';
import { ApiError } from './errors.ts';
import { findForRole } from './find-resource.ts';
import type { OutputOptions } from './json-response.ts';
import { readQuery } from './parameters.ts';
import type { OperationContext, ParentResource, Resource, Route } from './route.ts';
import { sendItem } from './serve-item.ts';

/** How uploaded bytes become a resource, as the resource's folder describes it. */
type UploadDefinition<Query, Row, Parent> = {
  maxBytes: number;
  /** Stores the bytes. `isNew` is false if they were stored already. */
  receive(parent: Parent, query: Query, bytes: AsyncIterable<Uint8Array>): Promise<{ row: Row; isNew: boolean }>;
};

/**
 * Serves POST of bytes below a parent resource: 201 for new bytes, 200 for bytes that were stored already. Clients can
 * therefore repeat a POST without an Idempotency-Key.
 */
export const uploadRoute = <O extends Operation, Row extends Versioned, Parent extends Versioned>(
  operation: O,
  resource: Resource<Row, object>,
  parent: ParentResource<Parent>,
  { maxBytes, receive }: UploadDefinition<z.output<O['query']>, Row, Parent>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { request, response } = context;
    const parentRow = await findForRole(operation, parent, context);
    requireUploadType(request, operation.bodyType ?? '');
    if (Number(request.get('Content-Length') ?? 0) > maxBytes) throw uploadTooLargeError(maxBytes);
    const query = readQuery(context) as z.output<O['query']> & OutputOptions;
    const { row, isNew } = await receiveUpload(context, () => receive(parentRow, query, readUpload(request)));
    const representation = resource.toRepresentation(row);
    response.statusCode = isNew ? 201 : 200;
    response.setHeader('Location', String(representation['url']));
    setValidators(context, row);
    await sendItem(context, representation, query);
  },
});

/**
 * Runs `receive`, which reads the body of an upload. Mail has no limit per person, because a mail server sends the
 * mail of all customers.
 * @param person the id of the person whose uploads are limited; undefined for no limit per person
 * @throws ApiError 429, 503 if too many uploads are under way
 */
export const receiveUpload = async <Result>(
  { request, uploads }: Pick<OperationContext, 'request' | 'uploads'>,
  receive: () => Promise<Result>,
  person?: string,
): Promise<Result> => {
  const finish = startUpload(uploads, request, person);
  try {
    return await receive();
  } finally {
    finish();
  }
};

const startUpload = (uploads: Uploads, request: Request, person: string | undefined): (() => void) => {
  try {
    return uploads.start(request, person);
  } catch (error) {
    if (!(error instanceof TooManyUploadsError)) throw error;
    const headers = { 'Retry-After': uploadRetrySeconds };
    throw error.limit === 'person'
      ? new ApiError('too_many_requests', 'Too many of your uploads are under way. Wait until an upload is complete.', {
          headers,
        })
      : new ApiError('unavailable', 'Too many uploads are under way. Try again in a moment.', { headers });
  }
};

/**
 * Reads the body of an upload. The memory of a part is released when the next part is requested. If the reader stops
 * early, the rest of the body is discarded: the connection can then carry the next request.
 * @throws ApiError 400 when the connection closes before the end of the body
 */
export async function* readUpload(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      yield part;
      releaseBytes(part);
    }
  } catch (cause) {
    if (request.complete) throw cause;
    throw new ApiError('bad_request', 'The connection closed before the end of the body.');
  } finally {
    request.resume();
  }
}

/** Most uploads finish within this time. */
const uploadRetrySeconds = '5';

export const uploadTooLargeError = (maxBytes: number): ApiError =>
  new ApiError('too_large', `The body is larger than ${maxBytes} bytes.`);
