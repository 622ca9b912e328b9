import fc from 'fast-check';
import { edgeCaseValues } from '../../api/testing/arbitraries/edge-cases.ts';
import type { DocumentedOperation } from './document-operations.ts';

type Headers = fc.Arbitrary<[name: string, value: string][]>;

const etags = ['~etag.0~', '"~version.0~"', '"0"', '*', 'W/~etag.0~', '"a", ~etag.0~', '"a",,"b"', '"1"', '""'];
const dates = ['~modified.0~', 'Fri, 20 Nov 2026 17:35:33 GMT', 'Fri, 20 Nov 2099 17:35:33 GMT', 'yesterday', '0'];

/** Fixed values of documented headers, valid and malformed. */
const documentedValues: Record<string, readonly string[]> = {
  'If-Match': etags,
  'If-None-Match': etags,
  'If-Modified-Since': dates,
  'If-Unmodified-Since': dates,
  'Idempotency-Key': ['~key.0~', '~key.1~', '~key.2~', '~key.2~', ' ', 'é', 'k'.repeat(256)],
  Range: ['bytes=0-1', 'bytes=2-', 'bytes=-3', 'bytes=0-0,2-2', 'bytes=99-', 'bytes=9-1', 'rows=1-2'],
  'If-Range': ['~etag.0~', '"1"', '~modified.0~'],
  'Content-Digest': ['sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:', 'sha-256=:x:', 'sha-512=:AAAA:', ','],
  Prefer: ['return=minimal', 'return=representation', 'return=minimal, wait=5', 'RETURN=minimal;x', ','],
  'X-Api-Version': ['2026-11-21', '2026-11-20', '2099-01-01', 'v1', '', '2026-02-30'],
  'X-Request-Id': ['a-request-of-mine', 'short', 'x'.repeat(65), 'a b c d e f'],
};

/** Undocumented headers that clients, proxies and attackers send. */
const undocumentedHeaders: [string, string[]][] = [
  ['Accept', ['application/json', 'text/html', '*/*;q=0', 'application/xml', ';', 'a/b;q=2']],
  ['Accept-Encoding', ['gzip', 'identity', 'br', 'gzip;q=0, *;q=0', 'x-gzip', ',', 'gzip;q=1.5']],
  ['Accept-Language', ['de', '*']],
  ['Range', ['bytes=0-1', 'bytes=-1', 'rows=1-2', 'bytes=9-1']],
  ['If-Range', ['"1"']],
  ['Origin', ['https://elsewhere.example', 'null', 'http://localhost']],
  ['Cookie', ['a=b', '__Host-x=1; ='.repeat(3)]],
  ['X-Forwarded-For', ['1.2.3.4', '::1, unknown']],
  ['X-Forwarded-Host', ['evil.example']],
  ['Forwarded', ['for=1.2.3.4;host=evil.example']],
  ['X-HTTP-Method-Override', ['DELETE']],
  ['Cache-Control', ['no-cache', 'only-if-cached']],
  ['Content-Encoding', ['gzip', 'identity', 'br', 'gzip, gzip', 'x']],
  ['X-Long', ['~long.1~']],
];

const listUnusualTypes = (types: readonly string[]): string[] => [
  ...types.flatMap(type => [`${type}; charset=utf-8`, `${type}; charset=utf-16`, type.toUpperCase(), `${type};`]),
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/json-patch+json', '', '*/*', 'a', ';'],
];

const none: Headers = fc.constant([]);

const removeUnsendable = (value: string): string => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').trim();

const createHeader = (
  name: string,
  values: readonly string[],
  edgeCaseWeight: number,
): fc.Arbitrary<[string, string]> =>
  fc
    .oneof(
      { weight: 12 - edgeCaseWeight, arbitrary: fc.constantFrom(...values) },
      { weight: edgeCaseWeight, arbitrary: edgeCaseValues },
    )
    .map(value => [name, removeUnsendable(value)]);

/**
 * Returns headers for an operation, by `Deviation`. 0: few headers, none with an edge-case value. 1: more headers,
 * rarely with edge-case values. 2: anything.
 */
export const createHeaderArbitraries = ({ parameters, types, body }: DocumentedOperation): Headers[] => {
  const documented = parameters.filter(each => each.in === 'header').map(each => each.name);
  const createDocumented = (weight: number) =>
    documented.map(name => createHeader(name, documentedValues[name] ?? [''], weight));
  const createUndocumented = (weight: number) =>
    undocumentedHeaders.map(([name, values]) => createHeader(name, values, weight));
  const pickHeaders = (choices: fc.Arbitrary<[string, string]>[], maxLength: number): Headers =>
    choices.length === 0 ? none : fc.array(fc.oneof(...choices), { maxLength, size: 'small' });
  const pickType = (values: readonly string[]): Headers =>
    body === null ? none : fc.constantFrom(...values).map(value => [['Content-Type', value]]);
  const makeRare = (headers: Headers): Headers =>
    fc.oneof({ weight: 3, arbitrary: none }, { weight: 2, arbitrary: headers });
  const joinHeaders = (...parts: Headers[]): Headers => fc.tuple(...parts).map(lists => lists.flat());
  return [
    joinHeaders(
      pickType(types),
      makeRare(pickHeaders(createDocumented(0), 1)),
      makeRare(pickHeaders(createUndocumented(0).slice(0, 2), 1)),
    ),
    joinHeaders(
      pickType([...types, ...types, ...types, ...listUnusualTypes(types)]),
      pickHeaders([...createDocumented(1), ...createUndocumented(1)], 2),
    ),
    joinHeaders(pickType(listUnusualTypes(types)), pickHeaders([...createDocumented(6), ...createUndocumented(6)], 4)),
  ];
};
