import { Client } from 'undici';

type Response = { status: number; location: string; text: string };

/** A keep-alive connection with the cookies of a browser. */
export type Connection = {
  get(path: string): Promise<Response>;
  postForm(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  deleteCookies(): void;
  close(): Promise<void>;
};

/**
 * Connects with undici's lowest-level interface: a slower client would hide differences between the servers.
 */
export function connect(url: string): Connection {
  const client = new Client(url);
  const cookies = new Map<string, string>();
  const send = (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body: string | null) =>
    new Promise<Response>((resolve, reject) => {
      const response: Response = { status: 0, location: '', text: '' };
      const chunks: Buffer[] = [];
      const cookie = [...cookies.values()].join('; ');
      client.dispatch(
        { method, path, body, headers: { ...headers, ...(cookie && { cookie }) } },
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
    postForm: (path, fields, headers) =>
      send(
        'POST',
        path,
        { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        `${new URLSearchParams(fields)}`,
      ),
    deleteCookies: () => cookies.clear(),
    close: () => client.close(),
  };
}

/** Stores a cookie by its name; ignores its path. */
function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';', 1);
  const name = pair.slice(0, pair.indexOf('='));
  if (line.toLowerCase().includes('expires=thu, 01 jan 1970')) cookies.delete(name);
  else cookies.set(name, pair);
}
