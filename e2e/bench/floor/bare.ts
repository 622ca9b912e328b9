import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Answer, Answers } from './answers.ts';
import { write } from './write.ts';

/** The baseline: only URL parsing between node:http and the store. */
export const bareListener =
  (answers: Answers): RequestListener =>
  async (request, response) =>
    write(response, request.method === 'POST' ? await post(request, answers) : get(request, answers));

function get({ url = '', headers }: IncomingMessage, answers: Answers): Answer {
  const [path = '', query] = url.split('?', 2);
  const knownTag = headers['if-none-match'];
  if (query === undefined) return answers.ticket(path.slice('/v1/tickets/'.length), knownTag);
  const parameters = new URLSearchParams(query);
  return answers.tickets({ q: parameters.get('q'), state: parameters.get('state') }, knownTag);
}

async function post(request: IncomingMessage, answers: Answers): Promise<Answer> {
  const [, , , id = ''] = (request.url ?? '').split('/');
  return answers.message(id, (await json(request)) as { body: string });
}
