import { Router } from 'express';
import { ApiError } from './errors.ts';

/** The paths that people may type without the version. */
const unversioned = /^\/(tickets|gists|people|views|events)(?=\/|\?|$)/;

/**
 * What has moved: `/v0` is gone, an address without version or with a trailing slash redirects to the real place with
 * its method (308), always under the public base and never under the caller's Host.
 */
export const movedAddresses = (publicUrl: string): Router =>
  Router().use((request, response, next) => {
    const [path = '/'] = request.url.split('?', 1);
    if (/^\/v0(?:\/|$)/.test(path)) {
      throw new ApiError('api_major_gone', 'Version 0 of the API has ended; version 1 is at /v1.');
    }
    const versioned = unversioned.test(path) ? `/v1${path}` : path;
    const place = versioned.length > 1 ? versioned.replace(/(?<!\/)\/+$/, '') : versioned;
    if (place === path || !/^\/v1(?:\/|$)/.test(place)) return next();
    response
      .status(308)
      .location(`${publicUrl}${place}${request.url.slice(path.length)}`)
      .end();
  });
