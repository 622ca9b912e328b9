import { once } from 'node:events';
import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiProcess } from './api-process.ts';

type Target = { api: Pick<ApiProcess, 'port'>; token: string; method: string; path: string };

/** Starts a request on a connection of this agent, or on a new connection. The caller has to end the body. */
export const openRequest = (agent: Agent | false, { api, token, method, path }: Target): ClientRequest =>
  request({
    host: '127.0.0.1',
    port: api.port,
    method,
    path,
    agent,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  });

/** Waits for the whole response. @throws the error of the connection if no response arrives */
export const readWholeResponse = async (sent: ClientRequest): Promise<{ response: IncomingMessage; body: string }> => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { response, body: await text(response) };
};

/** Starts a request that creates a ticket. Resolves when the API has accepted its head; most of the body is unsent. */
export const startUpload = async (target: Pick<Target, 'api' | 'token'>): Promise<ClientRequest> => {
  const upload = openRequest(false, { ...target, method: 'POST', path: '/v1/tickets' }).setHeader(
    'Expect',
    '100-continue',
  );
  upload.write('{"subject":');
  await once(upload, 'continue');
  return upload;
};
