import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import type { BaselineResponse, BaselineResponses } from './responses.ts';
import { writeResponse } from './write-response.ts';

/** The baseline: only URL parsing between node:http and the store. */
export const bareListener =
  (answers: BaselineResponses): RequestListener =>
  async (request, response) =>
    writeResponse(response, request.method === 'POST' ? await post(request, answers) : get(request, answers));

function get({ url = '', headers }: IncomingMessage, answers: BaselineResponses): BaselineResponse {
  const [path = '', query] = url.split('?', 2);
  const knownTag = headers['if-none-match'];
  if (query === undefined) return answers.ticket(path.slice('/v1/tickets/'.length), knownTag);
  const parameters = new URLSearchParams(query);
  return answers.tickets({ q: parameters.get('q'), state: parameters.get('state') }, knownTag);
}

async function post(request: IncomingMessage, answers: BaselineResponses): Promise<BaselineResponse> {
  const [, , , id = ''] = (request.url ?? '').split('/');
  return answers.message(id, (await json(request)) as { body: string });
}
