import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Dispatcher } from 'undici';
import { getErrorStatus } from '#contract/errors';
import { largestUploadBytes } from '#contract/settings';
import { setMetricsRoute } from '#server/count-requests';
import { TooManyUploadsError, type Uploads } from '#server/uploads';
import type { BffMetrics } from './metrics.ts';
import { tooBusy } from './problems.ts';
import type { RequireSession } from './sessions/require-session.ts';
import type { Session } from './sessions/session-cookie.ts';
import type { ApiPool } from './upstream/api-pool.ts';
import { forwardRequest } from './upstream/forward-request.ts';
import type { OpenStreams } from './upstream/open-streams.ts';
import { bodyLimitBytes, streamBody } from './upstream/proxy-body.ts';
import { createRewrite, removeResponseHeaders, toApiHeaders, toBrowserHeaders } from './upstream/proxy-headers.ts';
import { type AllowedTargets, resolveTarget } from './upstream/proxy-target.ts';
import { toUpstreamProblem } from './upstream/upstream-failure.ts';
import type { WaitingReads } from './upstream/waiting-reads.ts';

type Dependencies = {
  api: ApiPool;
  allowedTargets: AllowedTargets;
  apiPublicUrl: string;
  publicUrl: string;
  requireSession: RequireSession;
  metrics: BffMetrics;
  uploads: Uploads;
  waitingReads: WaitingReads;
  openStreams: OpenStreams;
};

type Target = { path: string; isUpload: boolean; session: Session };

const streamType = 'text/event-stream';

const readMethods = new Set(['GET', 'HEAD']);

/** The maximum duration of an upload. undici's timeout for response headers includes the time of the request body. */
const uploadMilliseconds = 15 * 60_000;

/**
 * Forwards /api/* to the API's /v1/* with the person's access token. Bodies are streamed unchanged: unlike fetch,
 * undici neither decompresses nor adds Cache-Control to a request with If-None-Match, which would prevent a 304.
 */
export function createProxyHandler(dependencies: Dependencies): RequestHandler {
  const { api, allowedTargets, apiPublicUrl, publicUrl, requireSession, metrics, uploads, waitingReads, openStreams } =
    dependencies;
  const rewrite = createRewrite(`${apiPublicUrl}/v1`, `${publicUrl}/api`);

  function writeHead(res: Response, status: number, headers: IncomingHttpHeaders): void {
    res.statusCode = status;
    for (const [name, value] of toBrowserHeaders(headers, rewrite)) res.setHeader(name, value);
  }

  /** Counts an upload in this process. The API knows the person, and limits the uploads of each person. */
  function startUpload(req: Request): () => void {
    try {
      return uploads.start(req);
    } catch (error) {
      if (!(error instanceof TooManyUploadsError)) throw error;
      throw tooBusy();
    }
  }

  async function forwardUpload(req: Request, res: Response, target: Target): Promise<void> {
    const end = startUpload(req);
    try {
      await forward(req, res, target);
    } finally {
      end();
    }
  }

  async function forward(req: Request, res: Response, { path, isUpload, session }: Target): Promise<void> {
    const body = streamBody(req, isUpload ? largestUploadBytes : bodyLimitBytes);
    const request = {
      path: api.resolvePath(path),
      method: req.method as Dispatcher.HttpMethod,
      headers: { ...toApiHeaders(req, session.access_token), ...body.length },
      body: body.stream,
      ...(isUpload && { headersTimeout: uploadMilliseconds }),
      ...(req.headers.accept?.includes(streamType) && { bodyTimeout: api.timeouts.stream }),
    };
    // Writes do not count as waiting, because their bodies may arrive slowly.
    const stopWaiting = readMethods.has(req.method) ? waitingReads.start() : null;
    const start = performance.now();
    try {
      await forwardRequest(api.dispatcher, request, res, (status, headers) => {
        stopWaiting?.();
        metrics.apiDuration.observe({ status }, (performance.now() - start) / 1000);
        writeHead(res, status, headers);
        if (headers['content-type']?.includes(streamType)) {
          res.flushHeaders(); // The first event may come late.
          openStreams.add(res, session);
        }
        return res;
      });
    } catch (error) {
      removeResponseHeaders(res);
      const problem = toUpstreamProblem(error);
      // A body that is too large is the client's error.
      if (getErrorStatus(problem.error) >= 500) metrics.apiFailures.inc({ error: problem.error });
      throw problem;
    } finally {
      stopWaiting?.();
    }
  }

  return async (req, res) => {
    const { path, resource, isUpload } = resolveTarget(req.method, req.url, allowedTargets);
    setMetricsRoute(res, `/api/${resource}`);
    const session = await requireSession(req);
    await (isUpload ? forwardUpload : forward)(req, res, { path, isUpload, session });
  };
}
