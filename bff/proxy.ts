import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Dispatcher } from 'undici';
import { statusOf } from '#contract/errors';
import { takenBy } from '#server/count-requests';
import type { Metrics } from './metrics.ts';
import type { RequireSession } from './sessions/signed-in.ts';
import type { ApiConnection } from './upstream/api-connection.ts';
import { bodyLimitBytes, bodyOf } from './upstream/proxy-body.ts';
import { exchange } from './upstream/proxy-exchange.ts';
import { answerHeaders, createRewrite, requestHeaders, takeBack } from './upstream/proxy-headers.ts';
import { type Allowed, targetOf } from './upstream/proxy-target.ts';
import { problemOf } from './upstream/upstream-failure.ts';
import { countWaiting } from './upstream/waiting.ts';

type Dependencies = {
  api: ApiConnection;
  allowed: Allowed;
  apiPublicUrl: string;
  publicUrl: string;
  requireSession: RequireSession;
  metrics: Metrics;
};

const reads = new Set(['GET', 'HEAD']);

/** More requests than any API completes within a second. */
const maxWaiting = 256;

/**
 * Forwards /api/* to the API's /v1/* with the person's access token. Bodies are streamed unchanged: unlike fetch,
 * undici neither decompresses nor adds a Cache-Control to If-None-Match, which would prevent a 304.
 */
export function proxy(dependencies: Dependencies): RequestHandler {
  const { api, allowed, apiPublicUrl, publicUrl, requireSession, metrics } = dependencies;
  const waiting = countWaiting(maxWaiting, metrics);
  metrics.showApiWaiting(waiting.count);
  const rewrite = createRewrite(`${apiPublicUrl}/v1`, `${publicUrl}/api`);

  function writeHead(res: Response, status: number, headers: IncomingHttpHeaders): void {
    res.statusCode = status;
    for (const [name, value] of answerHeaders(headers, rewrite)) res.setHeader(name, value);
    if (headers['content-type']?.includes('text/event-stream')) res.flushHeaders(); // the first event may come late
  }

  async function forward(req: Request, res: Response, path: string, accessToken: string): Promise<void> {
    const body = bodyOf(req, bodyLimitBytes);
    const request = {
      path: api.pathOf(path),
      method: req.method as Dispatcher.HttpMethod,
      headers: { ...requestHeaders(req, accessToken), ...body.length },
      body: body.stream,
    };
    // Writes are not limited, as their bodies may arrive slowly.
    const stopWaiting = reads.has(req.method) ? waiting.begin() : null;
    const start = performance.now();
    try {
      await exchange(api.dispatcher, request, res, (status, headers) => {
        stopWaiting?.();
        metrics.apiDuration.observe({ status }, (performance.now() - start) / 1000);
        writeHead(res, status, headers);
      });
    } catch (error) {
      takeBack(res);
      const problem = problemOf(error);
      // A body that is too large is the client's error.
      if (statusOf(problem.error) >= 500) metrics.apiFailures.inc({ error: problem.error });
      throw problem;
    } finally {
      stopWaiting?.();
    }
  }

  return async (req, res) => {
    const { path, resource } = targetOf(req.method, req.url, allowed);
    takenBy(res, `/api/${resource}`);
    const session = await requireSession(req);
    await forward(req, res, path, session.access_token);
  };
}
