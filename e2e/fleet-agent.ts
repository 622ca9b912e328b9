import { type APIRequestContext, request } from '@playwright/test';
import type { Person } from './people.ts';
import { signInUnseen } from './sign-in-unseen.ts';

/** Headers that the bff requires (CSRF protection). */
const csrfHeaders = { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' };

/** A response, with header names in lower case. */
export type Answer<Body> = { status: number; body: Body; headers: Readonly<Record<string, string>> };

/** Sends a request to a path of the API. */
export type Ask = <Body>(method: string, path: string, data?: object, headers?: object) => Promise<Answer<Body>>;

/** A signed-in agent. */
export type Agent = {
  ask: Ask;
  isSignedIn(): Promise<boolean>;
  signOut(): Promise<void>;
  /** Copies the session to another browser, which uses this URL. */
  copyAt(url: string): Promise<Agent>;
  dispose(): Promise<void>;
};

/** Signs an agent in. */
export async function signIn(url: string, person: Person): Promise<Agent> {
  const requests = await request.newContext({ baseURL: url });
  await signInUnseen(requests, person);
  return createAgent(requests);
}

function createAgent(requests: APIRequestContext): Agent {
  const ask: Ask = async (method, path, data, headers) => {
    const response = await requests.fetch(`/api${path}`, { method, data, headers: { ...csrfHeaders, ...headers } });
    const text = await response.text();
    return { status: response.status(), body: text === '' ? null : JSON.parse(text), headers: response.headers() };
  };
  return {
    ask,
    isSignedIn: async () => (await (await requests.get('/session', { headers: csrfHeaders })).json()).signed_in,
    signOut: async () => {
      await requests.post('/logout', { headers: csrfHeaders });
    },
    copyAt: async url =>
      createAgent(await request.newContext({ baseURL: url, storageState: await requests.storageState() })),
    dispose: () => requests.dispose(),
  };
}

/** Creates a function that sends requests to an api with a token. */
export function askApi(url: string, token: string): Ask {
  return async (method, path, data, headers) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      body: data === undefined ? null : JSON.stringify(data),
      headers: { Authorization: `Bearer ${token}`, ...(data && { 'Content-Type': 'application/json' }), ...headers },
    });
    const text = await response.text();
    const body = text === '' ? null : JSON.parse(text);
    return { status: response.status, body, headers: Object.fromEntries(response.headers) };
  };
}
