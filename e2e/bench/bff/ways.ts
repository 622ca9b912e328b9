import { request } from 'undici';
import type { Shot } from '../fire.ts';
import type { Servers } from './servers.ts';
import type { SignIns } from './sign-ins.ts';

/** The ways that lead to a ticket list. */
export type Way = 'api' | 'pipe' | 'bff';
export const ways: readonly Way[] = ['api', 'pipe', 'bff'];

/** What is asked on every way. */
export type Asked = { name: string; conditional: boolean };
export const asked: readonly Asked[] = [
  { name: 'list of 30', conditional: false },
  { name: 'list of 30, 304', conditional: true },
];

const path = 'tickets?state=open&sort=-priority,created_at';

export const urlOf = ({ desk, pipe, bff }: Servers, way: Way): string => ({ api: desk, pipe, bff })[way].url;

/** The request on one way, by whose turn it is. */
export async function shotsOf(
  servers: Servers,
  way: Way,
  { conditional }: Asked,
  signIns: SignIns,
): Promise<(turn: number) => Shot> {
  const people = way === 'bff' ? signIns.sessions : signIns.tokens;
  const at = way === 'bff' ? `/api/${path}` : `/v1/${path}`;
  const condition = conditional ? { 'if-none-match': await tagOf(urlOf(servers, way) + at, people[0]) } : {};
  const shots = people.map(
    (person): Shot => ({
      method: 'GET',
      path: at,
      headers: { ...person, ...condition },
      status: conditional ? 304 : 200,
    }),
  );
  return turn => shots[turn % shots.length] as Shot;
}

/** @throws an error when a list is not the same to the byte on every way: then their ratio means nothing */
export async function requireAgreement(servers: Servers, { sessions, tokens }: SignIns): Promise<void> {
  const [direct, ...others] = await Promise.all([
    read(`${servers.desk.url}/v1/${path}`, tokens[0]),
    read(`${servers.pipe.url}/v1/${path}`, tokens[0]),
    read(`${servers.bff.url}/api/${path}`, sessions[0]),
  ]);
  if (others.some(text => text !== direct)) throw new Error('A list is not the same on every way.');
}

async function read(url: string, headers: Record<string, string> = {}): Promise<string> {
  const { statusCode, body } = await request(url, { headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`GET ${url} was answered ${statusCode}: ${text}`);
  return text;
}

async function tagOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await request(url, { headers });
  await answer.body.dump();
  return String(answer.headers['etag']);
}
