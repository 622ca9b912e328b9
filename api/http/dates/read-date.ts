import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors.ts';
import { type ApiDates, isDate, type ServedDate } from './registry.ts';

/**
 * The date of the API that a request asks for in `X-Api-Version`: without one the current. Sets what every answer at
 * that date carries, refusals too: the date itself, and when it was deprecated (RFC 9745) and ends (RFC 8594).
 * @throws ApiError 410 for a date that has ended, 400 for one there never was
 */
export const readDate = (dates: ApiDates, request: Request, response: Response): ServedDate => {
  const asked = request.get('X-Api-Version');
  if (asked === undefined) return dates.current;
  const found = dates.served.find(({ date }) => date === asked);
  if (found === undefined) throw notServed(dates, asked);
  response.setHeader('X-Api-Version', found.date);
  if (found.end !== null) {
    response.setHeader('Deprecation', `@${Math.floor(found.end.since / 1000)}`);
    response.setHeader('Sunset', new Date(found.end.sunset).toUTCString());
  }
  return found;
};

/** The same for an address whose answer is alike at every date. @throws ApiError 410, 400 */
export const dated =
  (dates: ApiDates): RequestHandler =>
  (request, response, next) => {
    readDate(dates, request, response);
    next();
  };

const notServed = (dates: ApiDates, asked: string): ApiError => {
  const these = `These are served: ${dates.served.map(({ date }) => date).join(', ')}.`;
  if (dates.retired.has(asked)) return new ApiError('api_date_gone', `The API of ${asked} has ended. ${these}`);
  return new ApiError(
    'unknown_api_date',
    `X-Api-Version ${JSON.stringify(asked)} ${whatIsWrong(dates, asked)}. ${these}`,
  );
};

const whatIsWrong = ({ current }: ApiDates, asked: string): string => {
  if (!isDate(asked)) return 'is not a date, written YYYY-MM-DD';
  return asked > current.date
    ? `is later than the current date of the API, ${current.date}`
    : 'is not a date of the API';
};
