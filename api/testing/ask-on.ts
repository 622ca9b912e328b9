import { once } from 'node:events';
import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiProcess } from './api-process.ts';

/** What is asked of a process, in the name of a token. */
type Question = { api: Pick<ApiProcess, 'port'>; token: string; method: string; path: string };

/** Begins a request on a connection of this agent, or on one of its own; its body, if any, is the caller's to end. */
export const askOn = (agent: Agent | false, { api, token, method, path }: Question): ClientRequest =>
  request({
    host: '127.0.0.1',
    port: api.port,
    method,
    path,
    agent,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  });

/** Its whole answer. Throws where none came. */
export const answerTo = async (asked: ClientRequest): Promise<{ answer: IncomingMessage; body: string }> => {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { answer, body: await text(answer) };
};

/** A new ticket of which the api has accepted the request and half of the body. */
export const beginUpload = async (by: Pick<Question, 'api' | 'token'>): Promise<ClientRequest> => {
  const upload = askOn(false, { ...by, method: 'POST', path: '/v1/tickets' }).setHeader('Expect', '100-continue');
  upload.write('{"subject":');
  await once(upload, 'continue');
  return upload;
};
