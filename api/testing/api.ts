import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import type { Logger } from 'pino';
import type { Difference, FieldError } from '#contract/errors';
import { type Role, roles, type Scope, scopes } from '#contract/vocabulary';
import { type ApiParts, createApi } from '../app.ts';
import type { Database } from '../database/database.ts';
import { apiDates } from '../http/dates/shipped.ts';
import type { Limits } from '../http/rate-limit.ts';
import { createLog } from '../log.ts';
import { createOAuth } from '../oauth/oauth.ts';
import { createScriptToken } from '../oauth/script-tokens.ts';
import { insertPerson } from '../people/store.ts';
import { closeGracefully, createApiServer } from '../server.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { type Conformance, createConformance } from './conformance.ts';
import { forEachEngine } from './engines.ts';
import type { Json } from './openapi-document.ts';

/** What an error body may hold. */
type ErrorMembers = { code?: number; errors?: FieldError[]; differences?: Difference[] };

/** An answer, its JSON read. */
export type Answer<Body = unknown> = {
  status: number;
  headers: Headers;
  text: string;
  body: Body & ErrorMembers;
  /** The addresses of the Link header by rel. */
  links: Record<string, string>;
};

/** What a request can carry; a stream is sent without its length. */
export type Sent = NonNullable<RequestInit['body']>;

type Call = {
  /** Whose token is sent; an agent's unless told, null for none. */
  as?: Role | null;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  text?: Sent;
  type?: string;
};

/** A running api on a store of its own, and one person of each role. Every answer is held against its OpenAPI document. */
export type TestApi = {
  /** API_PUBLIC_URL: where it listens, and the prefix. */
  url: string;
  clock: TestClock;
  database: Database;
  /** Every line that was logged. */
  logged: string[];
  people: Record<Role, { id: string; name: string; email: string }>;
  call<Body = unknown>(method: string, address: string, call?: Call): Promise<Answer<Body>>;
  /** A token of a person's with these scopes only. */
  tokenFor(role: Role, scopes: readonly Scope[]): Promise<string>;
  /** The same of anybody else. */
  tokenOf(email: string, scopes: readonly Scope[]): Promise<string>;
  /** Reads the pages of a list along `rel` to the end; with `back`, then walks back along it and returns those pages in order. */
  walk<Row>(address: string, rel: 'next', back?: 'prev'): Promise<Row[][]>;
  /** Another process of the same desk until `use` is done with it: what it answers to the same tokens. */
  withAnother(use: (call: TestApi['call']) => Promise<void>): Promise<void>;
};

/** What may be other than usual; without limits everything is admitted. `prefix` is the path of API_PUBLIC_URL. */
type Settings = Partial<Limits> & Partial<Pick<ApiParts, 'trustProxy' | 'dates'>> & { prefix?: string };

/** Runs a suite over HTTP once on each engine. */
export const forEachApi = (suite: (api: () => TestApi) => void, settings: Settings = {}): void => {
  forEachEngine((database, openAgain) => {
    let api: TestApi | undefined;
    let close: (() => Promise<void>) | undefined;
    before(async () => {
      const clock = createTestClock();
      const { people, tokens } = await addPeople(database(), clock);
      const logged: string[] = [];
      const log = createLog('trace', { write: line => void logged.push(line) });
      const started = { clock, log, tokens, ...settings };
      const serve = (on: Database, publicUrl?: string) => startApi(on, { ...started, publicUrl });
      const { url, call, ...running } = await serve(database());
      const tokenOf: TestApi['tokenOf'] = (email, held) => makeToken(database(), email, held, clock);
      const tokenFor: TestApi['tokenFor'] = (role, held) => tokenOf(people[role].email, held);
      const withAnother: TestApi['withAnother'] = async use => {
        const own = openAgain();
        const another = await serve(own, url);
        await use(another.call).finally(() => another.close().then(() => own.close()));
      };
      api = {
        url,
        clock,
        database: database(),
        logged,
        people,
        call,
        tokenFor,
        tokenOf,
        walk: walkOf(call),
        withAnother,
      };
      close = running.close;
    });
    after(() => close?.());
    suite(() => {
      if (api === undefined) throw new Error('The api is started by a hook: ask for it inside a test or hook.');
      return api;
    });
  });
};

const plenty: Limits = { perMinute: 100_000, ipPerMinute: 100_000 };

type Started = { clock: TestClock; log: Logger; tokens: Record<Role, string>; publicUrl: string | undefined };
type Running = { url: string; call: TestApi['call']; close(): Promise<void> };

const startApi = async (
  database: Database,
  {
    clock: { now: clock },
    log,
    tokens,
    trustProxy = false,
    dates = apiDates,
    prefix = '',
    publicUrl,
    ...limits
  }: Started & Settings,
): Promise<Running> => {
  const server = createApiServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const url = publicUrl ?? `${origin}${prefix}`;
  const oauth = await createOAuth({ database, clock, log, publicUrl: url });
  const parts = { database, oauth, clock, log, publicUrl: url, limits: { ...plenty, ...limits }, trustProxy, dates };
  server.on('request', createApi(parts));
  const document = await (await fetch(`${origin}${new URL(url).pathname.replace(/\/$/, '')}/v1/openapi.json`)).json();
  const conforms = createConformance(document as Json);
  const close = async () => {
    await closeGracefully(server);
    await oauth.close();
  };
  return {
    url,
    close,
    call: (method, address, options) => request({ url: origin, tokens, conforms }, method, address, options),
  };
};

const addPeople = async (database: Database, clock: TestClock) => {
  const people = {} as TestApi['people'];
  const tokens = {} as Record<Role, string>;
  for (const role of roles) {
    const draft = { name: `The ${role}`, email: `${role}@desk.example`, role, disabled: false };
    const { id } = await database.transaction(writes => insertPerson(writes, draft, null, clock.now()));
    people[role] = { id, ...draft };
    tokens[role] = await makeToken(database, draft.email, scopes, clock);
  }
  return { people, tokens };
};

const makeToken = async (
  database: Database,
  email: string,
  held: readonly Scope[],
  clock: TestClock,
): Promise<string> => {
  const { access_token } = await createScriptToken(database, { email, scopes: held, days: 30 }, clock.now);
  return access_token;
};

const request = async <Body>(
  { url, tokens, conforms }: { url: string; tokens: Record<Role, string>; conforms: Conformance },
  method: string,
  address: string,
  { as = 'agent', headers = {}, body, text, type = 'application/json' }: Call = {},
): Promise<Answer<Body>> => {
  const content = text ?? (body === undefined ? null : JSON.stringify(body));
  const response = await fetch(new URL(address, url), {
    method,
    redirect: 'manual',
    body: content,
    duplex: 'half',
    headers: {
      ...(as !== null && { Authorization: `Bearer ${tokens[as]}` }),
      ...(content !== null && { 'Content-Type': type }),
      ...headers,
    },
  });
  const received = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && received !== '';
  const read: unknown = isJson ? JSON.parse(received) : undefined;
  const { status, headers: answered } = response;
  const date = headers['X-Api-Version'] ?? null;
  conforms({ method, url: new URL(address, url), date, sent: body, status, headers: answered, received: read });
  return {
    status,
    headers: answered,
    text: received,
    body: (read ?? {}) as Body & ErrorMembers,
    links: linksOf(response.headers.get('link')),
  };
};

const linksOf = (header: string | null): Record<string, string> =>
  Object.fromEntries([...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, address, rel]) => [rel, address]));

const walkOf =
  (call: TestApi['call']): TestApi['walk'] =>
  async <Row>(address: string, rel: 'next', back?: 'prev') => {
    const forward = await follow<Row>(call, address, rel);
    if (back === undefined) return forward.map(({ body }) => body);
    const returning = await follow<Row>(call, forward.at(-2)?.links['next'] ?? address, back);
    return returning.map(({ body }) => body).reverse();
  };

const follow = async <Row>(call: TestApi['call'], address: string, rel: string): Promise<Answer<Row[]>[]> => {
  const pages: Answer<Row[]>[] = [];
  for (let next: string | undefined = address; next !== undefined; next = pages.at(-1)?.links[rel]) {
    pages.push(await call<Row[]>('GET', next));
  }
  return pages;
};
