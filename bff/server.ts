import type { Logger } from 'pino';
import { nonPageHeaders } from '#server/browser-policies';
import { type ConnectionTimeouts, createHttpServer, type HttpServer } from '#server/http-server';
import type { ServerMetrics } from '#server/metrics';
import type { UploadLimits } from '#server/uploads';

export type BffServerOptions = { timeouts?: ConnectionTimeouts; uploadLimits?: UploadLimits; metrics?: ServerMetrics };

/**
 * Creates an HTTP server with the bff's limits. Headers may be 32 KiB, for the session and pending sign-ins.
 * Duplicate headers are joined: a check that expects a single value, such as Host, then rejects them.
 */
export const createBffServer = (log: Logger, { timeouts, uploadLimits, metrics }: BffServerOptions = {}): HttpServer =>
  createHttpServer({
    maxHeaderSize: 32 * 1024,
    joinDuplicateHeaders: true,
    headers: nonPageHeaders,
    log,
    timeouts,
    uploadLimits,
    metrics,
  });
