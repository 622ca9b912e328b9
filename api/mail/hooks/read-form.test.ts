import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MalformedFormError } from './byte-scanner.ts';
import type { ReadForm } from './form.ts';
import { readJson } from './read-json.ts';
import { readMultipart } from './read-multipart.ts';
import { readUrlEncoded } from './read-url-encoded.ts';

type Parts = readonly (readonly [name: string, value: Buffer])[];

/** Writes a body, and returns it with its Content-Type. */
type Write = (parts: Parts, boundary: string) => [body: Buffer, contentType: string];

const writeMultipart: Write = (parts, boundary) => {
  const written = parts.flatMap(([name, value]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
    value,
    Buffer.from('\r\n'),
  ]);
  return [
    Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]),
    `multipart/form-data; boundary="${boundary}"`,
  ];
};

const writeUrlEncoded: Write = parts => {
  const encode = (value: Buffer) =>
    value.toString('latin1').replace(/[^a-z0-9 ]/gi, each => `%${Buffer.from(each, 'latin1').toString('hex')}`);
  const text = parts.map(([name, value]) => `${name}=${encode(value).replaceAll(' ', '+')}`).join('&');
  return [Buffer.from(text), 'application/x-www-form-urlencoded'];
};

const writeJson: Write = parts => {
  const nested = { mail: 'no', list: [{ mail: 'no', a: '}"\\' }], none: null, n: -1.5e3, yes: true };
  const members = Object.fromEntries(parts.map(([name, value]) => [name, value.toString()]));
  return [Buffer.from(JSON.stringify({ nested, ...members })), 'application/json'];
};

/** Reads a body whose chunks end at these positions. */
const read = async (readForm: ReadForm, [body, contentType]: ReturnType<Write>, cuts: readonly number[] = []) => {
  const positions = [...new Set(cuts.map(cut => cut % (body.length + 1)))].sort((a, b) => a - b);
  const chunks = [0, ...positions].map((start, index) => body.subarray(start, positions[index]));
  const fields = new Map<string, string>();
  const form = { contentType, mailField: 'mail', fieldNames: ['a', 'b'], fields };
  const mail: Uint8Array[] = [];
  for await (const chunk of readForm(toStream(chunks), form)) mail.push(Buffer.from(chunk));
  return { mail: Buffer.concat(mail), fields: Object.fromEntries(fields) };
};

async function* toStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

const boundaries = fc.stringMatching(/^[A-Za-z0-9'()+_,./:=? -]{0,40}[A-Za-z0-9]$/);
/** Bytes that resemble delimiters. */
const tricky = (boundary: string) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom('\r\n', '\r', '\n', '--', '-', '&', '=', '+', '%', '%4', '%41', '"', '\\', '\\u0041', '}', ' '),
        fc.constantFrom(boundary, `\r\n-${boundary}`, `\r\n--${boundary}x`, `\r\n--${boundary.slice(0, -1)}`),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 30 },
    )
    .map(parts => parts.join(''));

/** Checks that every form is read as it was written, for any split into chunks. */
const expectSame = (readForm: ReadForm, write: Write, toBuffer: (text: string) => Buffer) =>
  fc.assert(
    fc.asyncProperty(
      boundaries.chain(boundary => fc.tuple(fc.constant(boundary), tricky(boundary), fc.string(), fc.string())),
      fc.array(fc.nat(), { maxLength: 20 }),
      fc.nat(3),
      async ([boundary, text, a, other], cuts, position) => {
        const mail = toBuffer(text);
        const isDelimited = [`\r\n--${boundary}\r\n`, `\r\n--${boundary}--`].some(each =>
          `\r\n${mail.toString('latin1')}\r\n`.includes(each),
        );
        fc.pre(write !== writeMultipart || !isDelimited);
        const parts: [string, Buffer][] = [
          ['a', Buffer.from(a)],
          ['other', Buffer.from(other)],
          ['b', Buffer.from('')],
        ];
        parts.splice(position, 0, ['mail', mail]);
        assert.deepEqual(await read(readForm, write(parts, boundary), cuts), { mail, fields: { a, b: '', mail: '' } });
      },
    ),
    { numRuns: 300 },
  );

describe('the reader of a hook body', () => {
  it('yields the bytes of a multipart part, for any split into chunks', () =>
    expectSame(readMultipart, writeMultipart, text => Buffer.from(text, 'latin1')));
  it('yields the bytes of a URL-encoded field, for any split into chunks', () =>
    expectSame(readUrlEncoded, writeUrlEncoded, text => Buffer.from(text, 'latin1')));
  it('yields a JSON string in UTF-8, for any split into chunks', () =>
    expectSame(readJson, writeJson, text => Buffer.from(text.toWellFormed())));

  it('decodes escaped surrogate pairs, and replaces half of a pair with U+FFFD', async () => {
    const body = Buffer.from(String.raw`{"mail":"\ud83d\ude00 \ud83d\"\u00e9","a":"\/\b"}`);
    const { mail, fields } = await read(readJson, [body, '']);
    assert.deepEqual([mail.toString(), fields], ['\u{1f600} \ufffd"\u00e9', { mail: '', a: '/\b' }]);
    const half = Buffer.from(String.raw`{"a":"\ud83d","mail":"x"}`);
    for (const cuts of [[], [7], [12]])
      assert.deepEqual((await read(readJson, [half, ''], cuts)).fields, { a: '\ufffd', mail: '' });
  });

  it('rejects a body that ends too early, has no boundary, or has a field that is too long', async () => {
    const parts: Parts = [['mail', Buffer.from('Subject: A\r\n\r\nb')]];
    for (const [readForm, write] of [
      [readMultipart, writeMultipart],
      [readJson, writeJson],
    ] as const) {
      const [body, type] = write(parts, 'b');
      await assert.rejects(read(readForm, [body.subarray(0, -10), type]), MalformedFormError);
    }
    await assert.rejects(read(readMultipart, [Buffer.from(''), 'multipart/form-data']), MalformedFormError);
    for (const [readForm, write] of [
      [readMultipart, writeMultipart],
      [readUrlEncoded, writeUrlEncoded],
      [readJson, writeJson],
    ] as const)
      await assert.rejects(read(readForm, write([['a', Buffer.alloc(65_537, 'a')]], 'b')), MalformedFormError);
  });
});
