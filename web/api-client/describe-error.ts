import { ApiError } from './errors.ts';

/** Formats an error for support: title, error, page, time and browser, on separate lines. */
export function describeError(title: string, error: unknown): string {
  const { pathname, search } = location;
  return [
    title,
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
