import type { RequestHandler } from 'express';

/**
 * Makes the library see the public address of this service and nothing of what the caller says it is: discovery,
 * redirects and cookies follow Host and X-Forwarded-*, which anybody can send.
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
