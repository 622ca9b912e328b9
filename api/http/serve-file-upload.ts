import type { z } from 'zod';
import type { Operation } from '#contract/operation';
import type { Database, WriteTransaction } from '../database/database.ts';
import { hasBody, requireNoCoding } from './body-type.ts';
import type { Versioned } from './conditional.ts';
import { requireMatchingDigest } from './content-digest.ts';
import { requireRole } from './find-resource.ts';
import { createIdempotently, hasResult, type IdempotentResult, readIdempotencyKey } from './idempotency.ts';
import type { OutputOptions } from './json-response.ts';
import { readQuery } from './parameters.ts';
import type { Principal } from './principal.ts';
import type { Resource, Route } from './route.ts';
import { sendCreated } from './send-created.ts';
import { readUpload, receiveUpload } from './serve-upload.ts';

/** A file that is being uploaded. */
type ArrivingFile = {
  bytes: AsyncIterable<Uint8Array>;
  /** The Content-Length; null without it. */
  announcedSize: number | null;
  contentType: string | undefined;
};

/**
 * Creates the row of a file once per Idempotency-Key.
 * @param payload a second request with the same key must have the same payload
 * @param sha256 the SHA-256 of the bytes that arrived, in hex; null without a body
 */
type CreateFile<Row> = (
  payload: object,
  sha256: string | null,
  insert: (writes: WriteTransaction, now: number) => Promise<Row>,
) => Promise<IdempotentResult>;

/**
 * Checks and stores a file, and creates its resource. `file` is null without a request body. `isRepeated` returns
 * whether the Idempotency-Key already has a result: a repeated request must succeed even if the first file used up the
 * quota.
 */
type ReceiveFile<Query, Row> = (
  query: Query,
  file: ArrivingFile | null,
  context: { caller: Principal; database: Database; isRepeated: () => Promise<boolean> },
  create: CreateFile<Row>,
) => Promise<IdempotentResult>;

/**
 * Serves POST of a file of any type: 201, once per Idempotency-Key. The bytes are stored as they arrive, before the
 * payload is compared with that of an earlier request: the comparison needs their digest.
 */
export const fileUploadRoute = <O extends Operation, Row extends Versioned>(
  operation: O,
  resource: Resource<Row, object>,
  receive: ReceiveFile<z.output<O['query']>, Row>,
): Route => ({
  operation,
  kind: resource.name,
  async serve(context) {
    const { request, caller, database, clock } = context;
    requireRole(operation, context);
    requireNoCoding(request);
    const key = readIdempotencyKey(request);
    const query = readQuery(context) as z.output<O['query']> & OutputOptions;
    const length = request.get('Content-Length');
    const file: ArrivingFile = {
      bytes: readUpload(request),
      announcedSize: length === undefined ? null : Number(length),
      contentType: request.get('Content-Type'),
    };
    const create: CreateFile<Row> = (payload, sha256, insert) => {
      if (sha256 !== null) requireMatchingDigest(request, sha256);
      return createIdempotently(
        context,
        key,
        { ...payload, sha256 },
        async () => async writes => resource.toRepresentation(await insert(writes, clock())),
      );
    };
    const isRepeated = () => hasResult(context, key);
    const run = (sent: ArrivingFile | null) => receive(query, sent, { caller, database, isRepeated }, create);
    const created = hasBody(request)
      ? await receiveUpload(context, () => run(file), caller.person.id)
      : await run(null);
    await sendCreated(context, created, query);
  },
});
