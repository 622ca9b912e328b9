import type { Request, RequestHandler } from 'express';
import { Problem } from '../problems.ts';

/** A Host header (RFC 9112, 3.2). Node joins duplicates with a comma, which does not match. */
const host = /^[\w.~%!$&'()*+;=:[\]-]+$/;

/** Describes why a request is invalid; null if it is valid. */
function findProblem({ httpVersion, headers, method, url }: Request): string | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'This server supports only HTTP/1.0 and HTTP/1.1.';
  const isHttp10WithoutHost = httpVersion === '1.0' && headers.host === undefined;
  if (!isHttp10WithoutHost && !host.test(headers.host ?? ''))
    return 'A request must have exactly one Host header with a valid host name.';
  const coding = headers['transfer-encoding'];
  // RFC 9112, 6.1: other codings would reach the API only partly decoded. HTTP/1.0 has no chunks.
  const isChunked = coding?.toLowerCase() === 'chunked' && httpVersion === '1.1';
  if (coding !== undefined && !isChunked) return 'The only supported Transfer-Encoding is chunked.';
  return url.startsWith('/') || (url === '*' && method === 'OPTIONS') ? null : 'The request target must be a path.';
}

/**
 * Rejects requests that Node accepts but other servers may parse differently. Responds 400 and closes the connection.
 */
export const rejectMalformedRequests: RequestHandler = (req, _res, next) => {
  const problem = findProblem(req);
  next(problem === null ? undefined : new Problem('bad_request', problem, { Connection: 'close' }));
};
