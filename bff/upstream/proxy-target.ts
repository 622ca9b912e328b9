import * as contract from '#contract';
import { methodNotAllowed, noRoute } from '../problems.ts';

/** What the proxy lets through: the first path segments and the methods of the contract's operations. */
export type Allowed = { rooms: ReadonlySet<string>; methods: readonly string[] };

type RequestLine = { method: string; path: string };

const isOperation = (value: unknown): value is RequestLine =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;

/** Read off the contract, so that a new room is reachable the day it is promised, and nothing else ever is. */
export function allowedByContract(): Allowed {
  const exported: unknown[] = Object.values(contract);
  const operations = exported.filter(isOperation);
  const methods = new Set(operations.map(operation => operation.method));
  return {
    rooms: new Set(operations.map(operation => operation.path.split('/')[1] ?? '')),
    methods: ['GET', 'HEAD', ...[...methods].filter(method => method !== 'GET')],
  };
}

/** RFC 3986 segments, but none that a server on the way might read as a way out: dots only, coded slashes, controls. */
const segment = /^(?!\.{1,2}$)[\w.~!$&'()*+,;=:@%-]+$/;
const coded = /%(?![\da-f]{2})|%(2e|2f|5c|[01][\da-f]|7f)/i;

const isPlain = (part: string) => segment.test(part) && !coded.test(part);

/**
 * The API's path and query for a request under /api, which is given without that prefix, and the room it leads to.
 * Throws Problem 404 for an address that is not on the list, 405 for a method that no operation has.
 */
export function targetOf(method: string, url: string, allowed: Allowed): { path: string; room: string } {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const [empty, room = '', ...rest] = path.split('/');
  if (empty !== '' || !allowed.rooms.has(room) || !rest.every(isPlain)) throw noRoute();
  if (!allowed.methods.includes(method)) throw methodNotAllowed(allowed.methods);
  return { path: `/v1${url}`, room };
}
