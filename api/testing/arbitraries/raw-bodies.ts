import fc from 'fast-check';
import type { Operation } from '#contract/operation';
import { edgeCaseJson, toByteString } from './edge-cases.ts';

/** Member names of several resources, and unknown names. */
const memberNames = [
  ...['id', 'version', 'updated_at', 'description', 'customer_email', 'assignee_id', 'tags', 'state', 'priority'],
  ...['type', 'direction', 'author_name', 'public', 'files', 'shared', 'email', 'password', '__proto__', 'constructor'],
];

/**
 * Bodies for an operation, one character per byte. They are the example, the example with one edge-case member, or any
 * JSON.
 */
export const rawBodiesFor = ({ example }: Operation): fc.Arbitrary<string> => {
  const members = Object.entries(example ?? {});
  const names = [...members.map(([name]) => name), ...memberNames];
  const altered = fc.tuple(fc.constantFrom(...names), edgeCaseJson).map(([name, value]) => {
    const others = members.filter(([other]) => other !== name);
    const unchanged = others.map(([key, own]) => `${JSON.stringify(key)}:${JSON.stringify(own)}`);
    return `{${[...unchanged.map(toByteString), `"${name}":${value}`].join()}}`;
  });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(toByteString(JSON.stringify(Object.fromEntries(members)))) },
    { weight: 4, arbitrary: altered },
    { weight: 1, arbitrary: edgeCaseJson },
  );
};

/** The header fields that frame a body, and the body in that form. */
type Framing = (body: string) => [fields: string, content: string];

const validFraming: Framing = body => [`Content-Length: ${body.length}\r\n`, body];

/** Chunks, and invalid framings: lengths that do not match, contradictions and malformed values. */
const otherFramings: Framing[] = [
  body => ['Transfer-Encoding: chunked\r\n', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  body => ['Transfer-Encoding: chunked\r\n', `zz\r\n${body}\r\n`],
  body => ['Transfer-Encoding: chunked\r\n', `${'f'.repeat(20)}\r\n${body}`],
  body => [`Content-Length: ${body.length}\r\nContent-Length: ${body.length + 1}\r\n`, body],
  body => [`Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n`, body],
  body => [`Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n`, body],
  body => [`Content-Encoding: br\r\nContent-Length: ${body.length}\r\n`, body],
  body => [`Content-Length: ${body.length - 1}\r\n`, body],
  body => [`Content-Length: ${body.length + 1}\r\n`, body],
  body => ['Content-Length: -1\r\n', body],
  body => ['Content-Length: many\r\n', body],
  body => ['', body],
];

/** Framings, most of them valid. */
export const framings: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(validFraming) },
  { weight: 1, arbitrary: fc.constantFrom(...otherFramings) },
);
