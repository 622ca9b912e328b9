import type { Request, RequestHandler } from 'express';
import { ApiError } from '../errors.ts';
import type { HttpResponse } from '../response.ts';
import type { ApiVersions, ServedVersion } from './registry.ts';

/**
 * Reads the API version from `X-Api-Version`; the current version by default. Sets the version, Deprecation (RFC 9745)
 * and Sunset (RFC 8594) on the response. A later error response has these headers, too.
 * @throws ApiError 410 for a retired version, 400 for an unknown version
 */
export const readApiVersion = (apiVersions: ApiVersions, request: Request, response: HttpResponse): ServedVersion => {
  const requested = request.get('X-Api-Version');
  if (requested === undefined) return apiVersions.current;
  const found = apiVersions.served.find(({ date }) => date === requested);
  if (found === undefined) throw notServedError(apiVersions, requested);
  response.setHeader('X-Api-Version', found.date);
  if (found.end !== null) {
    response.setHeader('Deprecation', `@${Math.floor(found.end.since / 1000)}`);
    response.setHeader('Sunset', new Date(found.end.sunset).toUTCString());
  }
  return found;
};

/** Reads the API version for a response that is the same in every version. @throws ApiError 410, 400 */
export const readVersionOnly =
  (apiVersions: ApiVersions): RequestHandler =>
  (request, response, next) => {
    readApiVersion(apiVersions, request, response);
    next();
  };

const notServedError = (apiVersions: ApiVersions, requested: string): ApiError => {
  const servedList = `Supported versions: ${apiVersions.served.map(({ date }) => date).join(', ')}.`;
  if (apiVersions.retired.includes(requested))
    return new ApiError('api_version_gone', `API version ${requested} is retired. ${servedList}`);
  return new ApiError(
    'unknown_api_version',
    `X-Api-Version ${JSON.stringify(requested)} ${explainInvalid(apiVersions, requested)}. ${servedList}`,
  );
};

const explainInvalid = ({ current }: ApiVersions, requested: string): string => {
  if (!isCalendarDate(requested)) return 'is not a date in the format YYYY-MM-DD';
  return requested > current.date ? `is later than the current API version, ${current.date}` : 'is not an API version';
};

const isCalendarDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
