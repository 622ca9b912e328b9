import { ApiError } from './api-errors.ts';

/** What somebody who is asked for help wants to know of an error: what, where, when, and the request's id. Lines of text. */
export function describeError(what: string, error: unknown): string {
  const { pathname, search } = location;
  return [
    what,
    ...(error instanceof ApiError ? describeRefusal(error) : [String(error)]),
    `Page: ${pathname}${search}`,
    `Time: ${new Date().toISOString()}`,
    `Browser: ${navigator.userAgent}`,
  ].join('\n');
}

const describeRefusal = ({ code, message, description, requestId }: ApiError): string[] => [
  `Error ${code}: ${[message, description].filter(Boolean).join('. ')}`,
  ...(requestId === null ? [] : [`Request: ${requestId}`]),
];
