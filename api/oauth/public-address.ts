import type { RequestHandler } from 'express';

/**
 * Replaces the request's host and scheme by the public address. The library builds discovery, redirects and cookies from
 * Host and X-Forwarded-*, which any caller can forge.
 */
export const publicAddress = (publicUrl: string): RequestHandler => {
  const { host, protocol } = new URL(publicUrl);
  return (request, _response, next) => {
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete request.headers['x-forwarded-host'];
    delete request.headers[':authority'];
    next();
  };
};
