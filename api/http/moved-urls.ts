import { Router } from 'express';
import { topCollections } from '#contract/resources';
import { ApiError } from './errors.ts';

/** Paths that people could type without the version. */
const unversioned = new RegExp(String.raw`^/(${[...topCollections, 'events'].join('|')})(?=/|\?|$)`);

/**
 * Handles URLs that moved. Sends 410 for `/v0`, and 308 for a missing version or a trailing slash. Redirects use the
 * public URL, never the client's Host.
 */
export const redirectMovedUrls = (apiPublicUrl: string): Router =>
  Router().use((request, response, next) => {
    const [path = '/'] = request.url.split('?', 1);
    if (/^\/v0(?:\/|$)/.test(path)) {
      throw new ApiError('api_major_gone', 'Version 0 of the API is gone; version 1 is at /v1.');
    }
    const versioned = unversioned.test(path) ? `/v1${path}` : path;
    const target = versioned.length > 1 ? versioned.replace(/(?<!\/)\/+$/, '') : versioned;
    if (target === path || !/^\/v1(?:\/|$)/.test(target)) return next();
    response
      .status(308)
      .location(`${apiPublicUrl}${target}${request.url.slice(path.length)}`)
      .end();
  });
