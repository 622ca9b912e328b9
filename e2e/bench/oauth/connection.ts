import { Client } from 'undici';

/** A complete response. */
export type CompleteResponse = { status: number; location: string; text: string };

/** One keep-alive connection to a server, and the cookies of its client. */
export type OAuthConnection = {
  get(path: string): Promise<CompleteResponse>;
  postForm(path: string, fields: Record<string, string>, authorization?: string): Promise<CompleteResponse>;
  /** Returns the Cookie header. */
  cookies(): string;
  clearCookies(): void;
  close(): Promise<void>;
};

/** Connects with undici's lowest-level interface, since the client's own cost makes servers look more alike than they are. */
export function connectOAuth(url: string): OAuthConnection {
  const client = new Client(url);
  const cookies = new Map<string, string>();
  const header = () => [...cookies.values()].join('; ');

  const send = (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body: string | null) =>
    new Promise<CompleteResponse>((resolve, reject) => {
      const response: CompleteResponse = { status: 0, location: '', text: '' };
      const chunks: Buffer[] = [];
      client.dispatch(
        { method, path, body, headers: { ...headers, cookie: header() } },
        {
          onRequestStart() {},
          onResponseStart(_controller, status, received) {
            for (const line of [received['set-cookie'] ?? []].flat()) storeCookie(cookies, line);
            response.status = status;
            response.location = String(received['location'] ?? '');
          },
          onResponseData: (_controller, chunk) => void chunks.push(chunk),
          onResponseEnd: () => resolve({ ...response, text: Buffer.concat(chunks).toString() }),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });

  return {
    get: path => send('GET', path, {}, null),
    postForm: (path, fields, authorization) =>
      send(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) },
        new URLSearchParams(fields).toString(),
      ),
    cookies: header,
    clearCookies: () => cookies.clear(),
    close: () => client.close(),
  };
}

/** Stores a cookie and ignores its path, since the two servers use different cookie names. */
function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';', 1);
  const name = pair.slice(0, pair.indexOf('='));
  if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
  else cookies.set(name, pair);
}
