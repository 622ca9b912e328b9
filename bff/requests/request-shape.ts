import type { Request, RequestHandler } from 'express';
import { Problem } from '../problems.ts';

/** Host as RFC 9112, 3.2 has it; two of them are joined by a comma, which no name of a host holds. */
const host = /^[\w.~%!$&'()*+;=:[\]-]+$/;

/** Why a request cannot be taken for what it seems to be; null for a sound one. */
function complaintOf({ httpVersion, headers, method, url }: Request): string | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'This server speaks HTTP/1.1.';
  const isOldEnough = httpVersion === '1.0' && headers.host === undefined;
  if (!isOldEnough && !host.test(headers.host ?? ''))
    return 'A request has exactly one Host header, which names a host.';
  const coding = headers['transfer-encoding'];
  // RFC 9112, 6.1: what else is in use here would reach the API undone only in part, and 1.0 knows of no chunks.
  const isChunked = coding?.toLowerCase() === 'chunked' && httpVersion === '1.1';
  if (coding !== undefined && !isChunked) return 'The only Transfer-Encoding is chunked.';
  return url.startsWith('/') || (url === '*' && method === 'OPTIONS') ? null : 'The target of a request is a path.';
}

/** 400, and the end of the connection, for what Node's parser takes although another server may read it otherwise. */
export const requireSoundShape: RequestHandler = (req, _res, next) => {
  const complaint = complaintOf(req);
  next(complaint === null ? undefined : new Problem('bad_request', complaint, { Connection: 'close' }));
};
