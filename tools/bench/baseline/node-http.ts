import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { BaselineResponse, BaselineResponses } from './responses.ts';

/** Creates the listener of the baseline: between node:http and the store, it only parses URLs and JSON. */
export const createBaselineListener =
  (responses: BaselineResponses): RequestListener =>
  async (request, response) =>
    writeResponse(response, request.method === 'POST' ? await post(request, responses) : await get(request, responses));

function get({ url = '', headers }: IncomingMessage, responses: BaselineResponses): Promise<BaselineResponse> {
  const [path = '', query] = url.split('?', 2);
  const knownEtag = headers['if-none-match'];
  if (query === undefined) return responses.ticket(path.slice('/v1/tickets/'.length), knownEtag);
  const parameters = new URLSearchParams(query);
  return responses.tickets({ q: parameters.get('q'), state: parameters.get('state') }, knownEtag);
}

async function post(request: IncomingMessage, responses: BaselineResponses): Promise<BaselineResponse> {
  const [, , , id = ''] = (request.url ?? '').split('/');
  return responses.message(id, (await json(request)) as { body: string });
}

/** Writes a response formatted like the API's: indented by two spaces, with a final newline. */
function writeResponse(response: ServerResponse, { status, etag, body }: BaselineResponse): void {
  response.statusCode = status;
  if (etag !== undefined) response.setHeader('ETag', etag);
  if (body === undefined) return void response.end();
  const text = `${JSON.stringify(body, null, 2)}\n`;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
