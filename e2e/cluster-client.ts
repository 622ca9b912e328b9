import { type APIRequestContext, request } from '@playwright/test';
import type { Person } from './people.ts';
import { signInByRequest } from './sign-in-by-request.ts';

/** Headers that the bff requires (CSRF protection). */
const csrfHeaders = { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' };

/** A response, with header names in lower case. `body` is null if it is empty. */
type ClusterResponse<Body> = { status: number; body: Body; headers: Readonly<Record<string, string>> };

/** Sends a request to a path of the API. */
type SendRequest = <Body>(
  method: string,
  path: string,
  data?: object,
  headers?: object,
) => Promise<ClusterResponse<Body>>;

/** A signed-in agent. */
export type ClusterAgent = {
  send: SendRequest;
  isSignedIn(): Promise<boolean>;
  signOut(): Promise<void>;
  /** Copies the session to a second browser, which uses this URL. */
  copyAt(url: string): Promise<ClusterAgent>;
  dispose(): Promise<void>;
};

export async function signInToCluster(url: string, person: Person): Promise<ClusterAgent> {
  const requests = await request.newContext({ baseURL: url });
  await signInByRequest(requests, person);
  return createAgent(requests);
}

function createAgent(requests: APIRequestContext): ClusterAgent {
  const send: SendRequest = async (method, path, data, headers) => {
    const response = await requests.fetch(`/api${path}`, { method, data, headers: { ...csrfHeaders, ...headers } });
    const text = await response.text();
    return { status: response.status(), body: text === '' ? null : JSON.parse(text), headers: response.headers() };
  };
  return {
    send,
    isSignedIn: async () => (await (await requests.get('/session', { headers: csrfHeaders })).json()).signed_in,
    signOut: async () => {
      await requests.post('/logout', { headers: csrfHeaders });
    },
    copyAt: async url =>
      createAgent(await request.newContext({ baseURL: url, storageState: await requests.storageState() })),
    dispose: () => requests.dispose(),
  };
}
