import type { RequestHandler } from 'express';

/**
 * Replaces the request's host and scheme with the public address. oidc-provider builds discovery, redirects and cookies
 * from Host and X-Forwarded-*, which any caller can forge.
 */
export const publicAddress = (apiPublicUrl: string): RequestHandler => {
  const { host, protocol } = new URL(apiPublicUrl);
  return (request, _response, next) => {
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete request.headers['x-forwarded-host'];
    delete request.headers[':authority'];
    next();
  };
};

/**
 * Rewrites metadata URLs for an issuer with a path. RFC 8414 3.1 puts `/.well-known/…` before the path; the router
 * serves it after the path, as OpenID Connect Discovery 4 does.
 */
export const rewriteMetadataUrl = (path: string): RequestHandler => {
  const prefixes = ['oauth-authorization-server', 'openid-configuration'].map(name => `/.well-known/${name}`);
  return (request, _response, next) => {
    const found = prefixes.find(prefix => request.path === `${prefix}${path}`);
    if (found !== undefined) request.url = `${path}${found}${request.url.slice(request.path.length)}`;
    next();
  };
};
