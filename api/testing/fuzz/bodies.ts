import fc from 'fast-check';
import { asBytes, oddJson } from '../arbitraries/oddities.ts';
import type { DocumentedOperation } from './document-operations.ts';
import type { ValuesOf } from './schema-values.ts';

type Members = Record<string, unknown>;

const secret = fc.nat(3).map(n => `~secret.${n}~`);

/** What is private may be: a word nobody else may ever see stands in its text, the names of its files and their content. */
const withSecrets = ({ id }: DocumentedOperation, bodies: fc.Arbitrary<Members>): fc.Arbitrary<Members> => {
  if (!/Gist$|View$/.test(id)) return bodies;
  const [text, open] = id.endsWith('Gist') ? ['description', 'public'] : ['name', 'shared'];
  return fc.tuple(bodies, secret, fc.nat(3)).map(([body, word, dice]) => ({
    ...body,
    [text]: `Of ${word}`,
    ...(dice > 0 && { [open]: dice === 1 }),
    ...(typeof body['files'] === 'object' && {
      files: { ...body['files'], [`${word}.md`]: { content: `The ${word}` } },
    }),
  }));
};

/** Read-only members, as somebody sends them who puts back what they read, or has read long ago, or elsewhere. */
const readOnly = fc.record(
  { version: fc.constantFrom('~version.0~', '~version.0~', 1, 2), id: fc.constantFrom('~new.0~', '1') },
  { requiredKeys: ['version'] },
);

/** JSON in UTF-8, one character a byte. A version is a number, of which the name in its place is none. */
const write = (body: Members): string => asBytes(JSON.stringify(body)).replaceAll('"~version.0~"', '~version.0~');

const names = ['id', 'version', 'created_at', 'owner_id', 'url', '__proto__', 'constructor', 'toString', 'x'];

/** Mostly right: one member is something else, or missing, or of no such name. */
const nearly = (bodies: fc.Arbitrary<Members>): fc.Arbitrary<string> =>
  fc.tuple(bodies, fc.nat(30), fc.option(oddJson), fc.constantFrom(...names)).map(([body, at, odd, other]) => {
    const members = Object.entries(body);
    const name = at > 20 ? other : (members[at % Math.max(members.length, 1)]?.[0] ?? other);
    const others = Object.fromEntries(members.filter(([each]) => each !== name));
    if (odd === null) return write(others);
    const kept = write(others).slice(1, -1);
    return `{${kept}${kept && ','}${JSON.stringify(name)}:${odd}}`;
  });

/** A member twice, names that mean something to JavaScript, too deep, too long, or no JSON: whatever is said about it. */
const wild: fc.Arbitrary<string> = fc.oneof(
  oddJson,
  fc.constantFrom('', '[]', '{}', 'null', '{"version":0}', '~big.1~', '{"subject":"a","subject":"b"}'),
);

/** Bodies for an operation, by how odd they are: 0 as documented, 1 nearly, 2 anything. */
export const bodiesOf = (operation: DocumentedOperation, valuesOf: ValuesOf): fc.Arbitrary<string | null>[] => {
  if (operation.body === null) return [fc.constant(null), fc.constant(null), fc.option(wild)];
  const valid = withSecrets(operation, valuesOf(operation.body) as fc.Arbitrary<Members>);
  const repeated =
    operation.method === 'POST' ? valid : fc.tuple(valid, readOnly).map(([body, more]) => ({ ...body, ...more }));
  return [fc.oneof({ weight: 3, arbitrary: valid }, repeated).map(write), nearly(repeated), wild];
};
