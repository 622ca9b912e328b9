import type { RequestHandler } from 'express';

/**
 * The server's metadata is found under two addresses when the issuer has a path: RFC 8414 3.1 puts `/.well-known/…` before
 * it, OpenID Connect Discovery 4 behind it. Leads from the first to the second, which the router below the path answers.
 */
export const metadataBeforePath = (path: string): RequestHandler => {
  const before = ['oauth-authorization-server', 'openid-configuration'].map(name => `/.well-known/${name}`);
  return (request, _response, next) => {
    const found = before.find(address => request.path === `${address}${path}`);
    if (found !== undefined) request.url = `${path}${found}${request.url.slice(request.path.length)}`;
    next();
  };
};
