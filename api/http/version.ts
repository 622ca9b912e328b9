import type { RequestHandler } from 'express';
import { ApiError } from './errors.ts';

/** The dates of the API that are served; the first is the day of the first release. */
const apiDates = ['2026-11-21'] as const;
export const currentApiDate: string = apiDates[apiDates.length - 1] ?? '';

/** Reads `X-Api-Version`: absent means the current date, anything we do not serve is a 400. */
export const apiVersion: RequestHandler = (request, _response, next) => {
  const asked = request.get('X-Api-Version');
  if (asked !== undefined && !apiDates.some(date => date === asked)) {
    throw new ApiError(
      'unknown_api_date',
      `X-Api-Version ${JSON.stringify(asked)} is not served; these are: ${apiDates.join(', ')}.`,
    );
  }
  next();
};
