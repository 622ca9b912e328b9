import { Client } from 'undici';

/** An answer, to its last byte. */
export type Answer = { status: number; location: string; text: string };

/** One kept connection to a server, and the cookies of the browser at its other end. */
export type Connection = {
  get(path: string): Promise<Answer>;
  postForm(path: string, fields: Record<string, string>, authorization?: string): Promise<Answer>;
  /** What the browser sends back: the Cookie header. */
  cookies(): string;
  forgetCookies(): void;
  close(): Promise<void>;
};

/** Connects by the plainest of undici's interfaces: what the load costs makes servers seem more alike than they are. */
export function connect(url: string): Connection {
  const client = new Client(url);
  const cookies = new Map<string, string>();
  const header = () => [...cookies.values()].join('; ');

  const send = (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body: string | null) =>
    new Promise<Answer>((resolve, reject) => {
      const answer: Answer = { status: 0, location: '', text: '' };
      const chunks: Buffer[] = [];
      client.dispatch(
        { method, path, body, headers: { ...headers, cookie: header() } },
        {
          onRequestStart() {},
          onResponseStart(_controller, status, received) {
            for (const line of [received['set-cookie'] ?? []].flat()) keep(cookies, line);
            answer.status = status;
            answer.location = String(received['location'] ?? '');
          },
          onResponseData: (_controller, chunk) => void chunks.push(chunk),
          onResponseEnd: () => resolve({ ...answer, text: Buffer.concat(chunks).toString() }),
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
    forgetCookies: () => cookies.clear(),
    close: () => client.close(),
  };
}

/** The two servers name their cookies apart, so paths need not be minded. */
function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';', 1);
  const name = pair.slice(0, pair.indexOf('='));
  if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
  else cookies.set(name, pair);
}
