import type { RequestHandler } from 'express';

/**
 * Rewrites metadata URLs for an issuer with a path. RFC 8414 3.1 puts `/.well-known/…` before the path; the router serves
 * it after the path, as OpenID Connect Discovery 4 does.
 */
export const rewriteMetadataUrl = (path: string): RequestHandler => {
  const prefixes = ['oauth-authorization-server', 'openid-configuration'].map(name => `/.well-known/${name}`);
  return (request, _response, next) => {
    const found = prefixes.find(prefix => request.path === `${prefix}${path}`);
    if (found !== undefined) request.url = `${path}${found}${request.url.slice(request.path.length)}`;
    next();
  };
};
