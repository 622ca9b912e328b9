import type { Request, RequestHandler, Response } from 'express';
import type { Dispatcher } from 'undici';
import type { ApiConnection } from './api-connection.ts';
import { bodyLimitBytes, bodyOf } from './proxy-body.ts';
import { answerHeaders, createRewrite, requestHeaders } from './proxy-headers.ts';
import { type Allowed, targetOf } from './proxy-target.ts';
import type { RequireSession } from './signed-in.ts';
import { problemOf } from './upstream-failure.ts';

type Dependencies = {
  api: ApiConnection;
  allowed: Allowed;
  apiPublicUrl: string;
  publicUrl: string;
  requireSession: RequireSession;
};

/** Aborts when the browser is gone before it had its answer. */
function untilGone(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => res.writableFinished || controller.abort());
  return controller.signal;
}

/**
 * /api/*: the API's /v1/* with the person's access token. Bodies stream both ways, untouched: undici neither
 * decompresses nor, as fetch does with If-None-Match, adds a Cache-Control that would defeat the 304.
 */
export function proxy({ api, allowed, apiPublicUrl, publicUrl, requireSession }: Dependencies): RequestHandler {
  const rewrite = createRewrite(`${apiPublicUrl}/v1`, `${publicUrl}/api`);

  function answer(res: Response, { statusCode, headers }: Dispatcher.StreamFactoryData): Response {
    res.writeHead(statusCode, answerHeaders(headers, rewrite));
    if (headers['content-type']?.includes('text/event-stream')) res.flushHeaders(); // its first event may be far off
    return res;
  }

  async function forward(req: Request, res: Response, path: string, accessToken: string): Promise<void> {
    const body = bodyOf(req, bodyLimitBytes);
    const signal = untilGone(res);
    const request = {
      path: api.pathOf(path),
      method: req.method as Dispatcher.HttpMethod,
      headers: { ...requestHeaders(req, accessToken), ...body.length },
      body: body.stream,
      signal,
    };
    try {
      await api.dispatcher.stream(request, head => answer(res, head));
    } catch (error) {
      if (signal.aborted) return;
      throw problemOf(error);
    }
  }

  return async (req, res) => {
    const path = targetOf(req.method, req.url, allowed);
    const session = await requireSession(req);
    await forward(req, res, path, session.access_token);
  };
}
