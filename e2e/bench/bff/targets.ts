import { request } from 'undici';
import type { LoadRequest } from '../load-generator.ts';
import type { ProxyServers } from './servers.ts';
import type { SignIns } from './sign-ins.ts';

/** The servers that return a ticket list. */
export type ListTarget = 'api' | 'pipe' | 'bff';
export const listTargets: readonly ListTarget[] = ['api', 'pipe', 'bff'];

/** The requests that every target gets. */
export type ListVariant = { name: string; conditional: boolean };
export const listVariants: readonly ListVariant[] = [
  { name: 'list of 30', conditional: false },
  { name: 'list of 30, 304', conditional: true },
];

const path = 'tickets?state=open&sort=-priority,created_at';

export const getTargetUrl = ({ desk, pipe, bff }: ProxyServers, target: ListTarget): string =>
  ({ api: desk, pipe, bff })[target].url;

/** Creates the requests to one target, which rotate through the sessions. */
export async function createListShots(
  servers: ProxyServers,
  target: ListTarget,
  { conditional }: ListVariant,
  signIns: SignIns,
): Promise<(turn: number) => LoadRequest> {
  const clients = target === 'bff' ? signIns.sessions : signIns.tokens;
  const targetPath = target === 'bff' ? `/api/${path}` : `/v1/${path}`;
  const condition = conditional
    ? { 'if-none-match': await tagOf(getTargetUrl(servers, target) + targetPath, clients[0]) }
    : {};
  const shots = clients.map(
    (client): LoadRequest => ({
      method: 'GET',
      path: targetPath,
      headers: { ...client, ...condition },
      status: conditional ? 304 : 200,
    }),
  );
  return turn => shots[turn % shots.length] as LoadRequest;
}

/** @throws an error if the targets do not return the same bytes: then their ratio means nothing */
export async function requireSameLists(servers: ProxyServers, { sessions, tokens }: SignIns): Promise<void> {
  const [direct, ...others] = await Promise.all([
    read(`${servers.desk.url}/v1/${path}`, tokens[0]),
    read(`${servers.pipe.url}/v1/${path}`, tokens[0]),
    read(`${servers.bff.url}/api/${path}`, sessions[0]),
  ]);
  if (others.some(text => text !== direct)) throw new Error('The targets return different lists.');
}

async function read(url: string, headers: Record<string, string> = {}): Promise<string> {
  const { statusCode, body } = await request(url, { headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`GET ${url} returned ${statusCode}: ${text}`);
  return text;
}

async function tagOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await request(url, { headers });
  await response.body.dump();
  return String(response.headers['etag']);
}
