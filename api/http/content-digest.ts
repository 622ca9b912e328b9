import type { Request } from 'express';
import { fieldError, validationError } from './errors.ts';

const sha256Digest = /(?:^|,)[ \t]*sha-256=:([A-Za-z0-9+/]{43}=):/;

/**
 * Compares the SHA-256 of a body, in hex, with Content-Digest (RFC 9530). Accepts a request without the header, or with
 * other algorithms only.
 * @throws ApiError 422
 */
export const requireMatchingDigest = (request: Request, sha256: string): void => {
  const header = request.get('Content-Digest');
  if (header === undefined || !/(?:^|,)[ \t]*sha-256=/.test(header)) return;
  const [, digest] = sha256Digest.exec(header) ?? [];
  if (digest !== undefined && Buffer.from(digest, 'base64').toString('hex') === sha256) return;
  throw validationError([
    fieldError('Content-Digest', 'invalid_format', 'is not the SHA-256 of the body that arrived'),
  ]);
};
