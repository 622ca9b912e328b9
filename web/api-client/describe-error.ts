import { ApiError } from './errors.ts';

/** Formats an error for a support request: what, where, when, and the request id, one per line. */
export function describeError(what: string, error: unknown): string {
  const { pathname, search } = location;
  return [
    what,
    ...(error instanceof ApiError ? formatApiError(error) : [String(error)]),
    `Page: ${pathname}${search}`,
    `Time: ${new Date().toISOString()}`,
    `Browser: ${navigator.userAgent}`,
  ].join('\n');
}

const formatApiError = ({ code, message, description, requestId }: ApiError): string[] => [
  `Error ${code}: ${[message, description].filter(Boolean).join('. ')}`,
  ...(requestId === null ? [] : [`Request: ${requestId}`]),
];
