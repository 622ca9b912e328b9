import type { Request, RequestHandler, Response } from 'express';
import type { Dispatcher } from 'undici';
import type { BffMetrics } from '../metrics.ts';
import { noRoute } from '../problems.ts';
import type { RequireSession } from '../sessions/require-session.ts';
import type { ApiPool } from '../upstream/api-pool.ts';
import { createCallerHeaders } from '../upstream/caller-headers.ts';
import { forwardRequest } from '../upstream/forward-request.ts';
import { toUpstreamProblem } from '../upstream/upstream-failure.ts';
import type { WaitingReads } from '../upstream/waiting-reads.ts';
import {
  createMailPolicies,
  filePolicies,
  selectRequestHeaders,
  selectResponseHeaders,
  toDisposition,
} from './file-headers.ts';
import { createErrorReceiver, toFileProblem } from './file-problems.ts';

type Dependencies = {
  api: ApiPool;
  requireSession: RequireSession;
  waitingReads: WaitingReads;
  metrics: BffMetrics;
};

/** A file's path at the API. `toHeaders` returns the headers that are added to the API's selected headers. */
type ApiFile = { path: string; toHeaders(selected: Record<string, string>): Record<string, string> };

const idPattern = /^[\w-]{1,64}$/;

/** `/files/attachments/{id}/{name}`: the name is only for people. `?download=true` downloads pictures, too. */
export const serveAttachment = (dependencies: Dependencies): RequestHandler =>
  serveFile(dependencies, ({ params, query }) => {
    const isDownload = query['download'] === 'true';
    return {
      path: `/v1/attachments/${readId(params)}/content`,
      toHeaders: selected => ({ ...filePolicies, 'Content-Disposition': toDisposition(selected, isDownload) }),
    };
  });

/**
 * `/files/mails/{id}`: the HTML of a mail, for a frame. `?images=remote` shows pictures from other servers, and
 * `?download=true` returns the bytes of the mail.
 */
export const serveMail = (dependencies: Dependencies): RequestHandler =>
  serveFile(dependencies, ({ params, query }) => {
    const path = `/v1/mails/${readId(params)}`;
    if (query['download'] === 'true')
      return {
        path: `${path}/raw`,
        toHeaders: selected => ({ ...filePolicies, 'Content-Disposition': toDisposition(selected, true) }),
      };
    const showsRemotePictures = query['images'] === 'remote';
    return {
      path: `${path}/original?images=${showsRemotePictures ? 'remote' : 'none'}`,
      toHeaders: () => createMailPolicies(showsRemotePictures),
    };
  });

const readId = ({ id }: Request['params']): string => {
  if (typeof id !== 'string' || !idPattern.test(id)) throw noRoute();
  return id;
};

const serveFile =
  (dependencies: Dependencies, findFile: (req: Request) => ApiFile): RequestHandler =>
  async (req, res) => {
    await forwardFile(dependencies, findFile(req), req, res).catch(error => {
      throw toFileProblem(req, error);
    });
  };

/** Streams a file from the API to the browser. @throws Problem */
const forwardFile = async (
  { api, requireSession, waitingReads, metrics }: Dependencies,
  { path, toHeaders }: ApiFile,
  req: Request,
  res: Response,
): Promise<void> => {
  const { access_token } = await requireSession(req);
  const request = {
    path: api.resolvePath(path),
    method: req.method as Dispatcher.HttpMethod,
    headers: { ...createCallerHeaders(req, access_token), ...selectRequestHeaders(req.headers) },
  };
  const stopWaiting = waitingReads.start();
  const start = performance.now();
  let error: ReturnType<typeof createErrorReceiver> | undefined;
  try {
    await forwardRequest(api.dispatcher, request, res, (status, headers) => {
      stopWaiting();
      metrics.apiDuration.observe({ status }, (performance.now() - start) / 1000);
      if (status >= 400) {
        error = createErrorReceiver(status, headers['retry-after']);
        return error;
      }
      const selected = selectResponseHeaders(headers);
      const all = { ...selected, ...toHeaders(selected) };
      // A 304 has no type, so its disposition would be a download. Browsers copy its headers to the cached response.
      if (status === 304) delete all['Content-Disposition'];
      return res.status(status).set(all);
    });
  } catch (failure) {
    const problem = toUpstreamProblem(failure);
    metrics.apiFailures.inc({ error: problem.error });
    throw problem;
  } finally {
    stopWaiting();
  }
  if (error) throw error.toProblem();
};
