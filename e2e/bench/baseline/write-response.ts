import type { ServerResponse } from 'node:http';
import type { BaselineResponse } from './responses.ts';

/** Writes a response formatted like the API's: two spaces of indentation, a newline at the end. */
export function writeResponse(response: ServerResponse, { status, tag, body }: BaselineResponse): void {
  response.statusCode = status;
  if (tag !== undefined) response.setHeader('ETag', tag);
  if (body === undefined) return void response.end();
  const text = `${JSON.stringify(body, null, 2)}\n`;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
