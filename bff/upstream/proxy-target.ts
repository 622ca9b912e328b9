import * as contract from '#contract';
import { noRoute, unsupportedMethod } from '../problems.ts';

/**
 * The paths and methods that the proxy forwards. They are the first path segments and the methods of the contract's
 * operations. Bodies of `uploads` may be large.
 */
export type AllowedTargets = {
  resources: ReadonlySet<string>;
  methods: readonly string[];
  uploads: readonly { method: string; path: RegExp }[];
};

type RequestLine = { method: string; path: string; bodyType?: string };

const isOperation = (value: unknown): value is RequestLine =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;

/** Derives the allowed paths from the contract, so that new resources need no change here. */
export function listAllowedTargets(): AllowedTargets {
  const exported: unknown[] = Object.values(contract);
  const operations = exported.filter(isOperation);
  const methods = new Set(operations.map(operation => operation.method));
  return {
    resources: new Set(operations.map(operation => operation.path.split('/')[1] ?? '')),
    methods: ['GET', 'HEAD', ...[...methods].filter(method => method !== 'GET')],
    uploads: operations
      .filter(({ bodyType }) => bodyType !== undefined)
      .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) })),
  };
}

/**
 * Path segments (RFC 3986) that no server resolves to another path. Excludes `.` and `..`; `unsafeEncoding` excludes
 * encoded dots, slashes and control characters.
 */
const segment = /^(?!\.{1,2}$)[\w.~!$&'()*+,;=:@%-]+$/;
const unsafeEncoding = /%(?![\da-f]{2})|%(2e|2f|5c|[01][\da-f]|7f)/i;

const isSafeSegment = (part: string) => segment.test(part) && !unsafeEncoding.test(part);

/**
 * Returns the API path and query for a URL below /api. Also returns its resource (the first segment), and whether it is
 * an upload. The URL is given without /api. Throws Problem 404 for an unknown path, 405 for a method that no operation
 * has.
 */
export function resolveTarget(
  method: string,
  url: string,
  allowed: AllowedTargets,
): { path: string; resource: string; isUpload: boolean } {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const [empty, resource = '', ...rest] = path.split('/');
  if (empty !== '' || !allowed.resources.has(resource) || !rest.every(isSafeSegment)) throw noRoute();
  if (!allowed.methods.includes(method)) throw unsupportedMethod(allowed.methods);
  const isUpload = allowed.uploads.some(upload => upload.method === method && upload.path.test(path));
  return { path: `/v1${url}`, resource, isUpload };
}
