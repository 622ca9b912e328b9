import fc from 'fast-check';
import { edgeCaseValues, mostly } from './edge-cases.ts';
import { type KnownOAuth, listEndpoints, type UsualValues } from './oauth-endpoints.ts';
import { framings } from './raw-bodies.ts';

/**
 * Generates name-value pairs. They contain a third or more of the usual names once, and up to two more names, which may
 * be repeated or unknown. Some values are invalid.
 */
const pairs = (usual: UsualValues = {}): fc.Arbitrary<string> => {
  const getUsualValues = (name: string) => (Object.hasOwn(usual, name) ? usual[name] : null) ?? [''];
  const one = (name: string) =>
    mostly(fc.constantFrom(...getUsualValues(name)).map(encodeURIComponent), edgeCaseValues, 8).map(
      value => `${name}=${value}`,
    );
  const names = Object.keys(usual);
  if (names.length === 0) return mostly(fc.constant(''), edgeCaseValues, 20);
  const few = fc.array(mostly(fc.constantFrom(...names), edgeCaseValues, 4).chain(one), { maxLength: 2 });
  return fc
    .tuple(fc.subarray(names, { minLength: Math.ceil(names.length / 3) }), few)
    .chain(([some, more]) => fc.tuple(...some.map(one)).map(all => [...all, ...more].join('&')));
};

const methods = 'GET HEAD POST PUT DELETE OPTIONS TRACE'.split(' ');
const headerNames =
  'X-Forwarded-Host X-Forwarded-Proto X-Forwarded-For Forwarded X-HTTP-Method-Override Accept Origin Sec-Fetch-Site'.split(
    ' ',
  );
const headerValues = [
  'evil.example',
  'https',
  '1.2.3.4, 5.6.7.8',
  'GET',
  'text/html',
  'application/json',
  'null',
  'same-origin',
  '*/*',
];

/** A neighbouring path. It is short, because paths are logged: a longer value may be a secret of another request. */
const neighbours = (path: string): fc.Arbitrary<string> =>
  edgeCaseValues.map(value => `${path.replace(/[^/]*$/, '')}${value.slice(0, 9)}`);

/** Requests to the authorization server, one character per byte: mostly well-formed, with some invalid parts. */
export const oauthRequests = (known: KnownOAuth): fc.Arbitrary<string> =>
  fc.constantFrom(...listEndpoints(known)).chain(({ method, path, query, form }) =>
    fc
      .record({
        method: mostly(fc.constant<string>(method), fc.constantFrom(...methods), 12),
        path: mostly(fc.constant(path), neighbours(path), 15),
        query: pairs(query),
        cookie: mostly(fc.constantFrom('', ...known.cookies), edgeCaseValues, 10),
        client: mostly(fc.constantFrom('', ...known.clients.map(each => each.authorization)), edgeCaseValues, 10),
        type: mostly(fc.constant('application/x-www-form-urlencoded'), edgeCaseValues, 12),
        field: fc.tuple(fc.constantFrom(...headerNames), mostly(fc.constantFrom(...headerValues), edgeCaseValues, 3)),
        body: form === undefined ? fc.constant('') : pairs(form),
        frame: framings,
      })
      .map(({ method: sent, path: target, query: parameters, cookie, client, type, field, body, frame }) => {
        const [framing, content] = form === undefined ? ['', ''] : frame(body);
        const named = [`Cookie: ${cookie}`, `Authorization: ${client}`, `Content-Type: ${type}`, field.join(': ')];
        const fields = named.filter(line => !line.endsWith(': ')).map(line => `${line}\r\n`);
        return `${sent} ${target}${parameters && '?'}${parameters} HTTP/1.1\r\nHost: localhost\r\n${fields.join('')}${framing}\r\n${content}`;
      }),
  );
