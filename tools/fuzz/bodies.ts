import fc from 'fast-check';
import { mailMediaType } from '#contract/mails';
import { anyMediaType } from '#contract/operation';
import { edgeCaseJson, toByteString } from '../../api/testing/arbitraries/edge-cases.ts';
import type { DocumentedOperation } from './document-operations.ts';
import type { ValuesOf } from './schema-values.ts';

type Members = Record<string, unknown>;

const secret = fc.nat(3).map(n => `~secret.${n}~`);

/** Adds the caller's secret words to gists and views. Makes some of them public or private. */
const withSecrets = ({ id }: DocumentedOperation, bodies: fc.Arbitrary<Members>): fc.Arbitrary<Members> => {
  if (!/Gist$|View$/.test(id)) return bodies;
  const [text, visibility] = id.endsWith('Gist') ? ['description', 'public'] : ['name', 'shared'];
  return fc.tuple(bodies, secret, fc.nat(3)).map(([body, word, dice]) => ({
    ...body,
    [text]: `Of ${word}`,
    ...(dice > 0 && { [visibility]: dice === 1 }),
    ...(typeof body['files'] === 'object' && {
      files: { ...body['files'], [`${word}.md`]: { content: `The ${word}` } },
    }),
  }));
};

/** Read-only members that clients send back: current, stale, or of a different resource. */
const readOnly = fc.record(
  { version: fc.constantFrom('~version.0~', '~version.0~', 1, 2), id: fc.constantFrom('~new.0~', '1') },
  { requiredKeys: ['version'] },
);

/** Writes JSON in UTF-8, one character per byte. The placeholder of a version loses its quotes, to become a number. */
const write = (body: Members): string => toByteString(JSON.stringify(body)).replaceAll('"~version.0~"', '~version.0~');

const names = ['id', 'version', 'created_at', 'owner_id', 'url', '__proto__', 'constructor', 'toString', 'x'];

/** Creates nearly valid bodies: one member is invalid, missing or unknown. */
const createNearlyValid = (bodies: fc.Arbitrary<Members>): fc.Arbitrary<string> =>
  fc.tuple(bodies, fc.nat(30), fc.option(edgeCaseJson), fc.constantFrom(...names)).map(([body, at, value, other]) => {
    const members = Object.entries(body);
    const name = at > 20 ? other : (members[at % Math.max(members.length, 1)]?.[0] ?? other);
    const others = Object.fromEntries(members.filter(([each]) => each !== name));
    if (value === null) return write(others);
    const rest = write(others).slice(1, -1);
    return `{${rest}${rest && ','}${JSON.stringify(name)}:${value}}`;
  });

/** JSON with duplicate members or special JavaScript names, too deep, too long, or malformed. */
const arbitraryBodies: fc.Arbitrary<string> = fc.oneof(
  edgeCaseJson,
  fc.constantFrom('', '[]', '{}', 'null', '{"version":0}', '~big.1~', '{"subject":"a","subject":"b"}'),
);

/** Mails, some of which differ between sequences. */
const mails = fc.constantFrom('Subject: ~new.1~', 'Subject: a', 'From: ~new.2~@shop.example\r\n\r\nHello');

/** Files of several types. */
const uploads = fc.constantFrom('', 'A file', '%PDF-1.7', 'GIF89a\x01\0\x01\0', '<svg onload="alert(1)"/>');

/** Bodies for an operation by deviation: 0 valid, 1 nearly valid, 2 anything. */
export const createBodies = (operation: DocumentedOperation, valuesOf: ValuesOf): fc.Arbitrary<string | null>[] => {
  if (operation.types[0] === mailMediaType) return [mails, mails, fc.option(fc.oneof(mails, arbitraryBodies))];
  if (operation.types[0] === anyMediaType) return [uploads, uploads, fc.option(fc.oneof(uploads, arbitraryBodies))];
  if (operation.body === null) return [fc.constant(null), fc.constant(null), fc.option(arbitraryBodies)];
  const valid = withSecrets(operation, valuesOf(operation.body) as fc.Arbitrary<Members>);
  const withReadOnly =
    operation.method === 'POST' ? valid : fc.tuple(valid, readOnly).map(([body, more]) => ({ ...body, ...more }));
  return [
    fc.oneof({ weight: 3, arbitrary: valid }, withReadOnly).map(write),
    createNearlyValid(withReadOnly),
    arbitraryBodies,
  ];
};
