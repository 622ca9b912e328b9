import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { corpus, toExpectedFiles } from '../testing/corpus.ts';
import { parseMail } from './parse-mail.ts';
import type { ParsedMail } from './parsed-mail.ts';

const parse = async (bytes: Buffer): Promise<ParsedMail> => (await parseMail(new Uint8Array(bytes))).mail;
const parseNamed = (name: string) => parse(corpus.find(mail => mail.name === name)?.bytes ?? Buffer.of());

describe('the parsed mail of the corpus', () => {
  for (const { name, bytes, parsed } of corpus) {
    it(`equals the expected result of ${name}`, async () => {
      const { digest, date, files, ...mail } = await parse(bytes);
      assert.match(digest, /^[0-9a-f]{64}$/);
      assert.deepEqual(
        { ...mail, date: date === null ? null : new Date(date).toISOString(), files: toExpectedFiles(files) },
        parsed,
      );
    });

    it(`is the same for ${name} with CRLF`, async () => {
      const crlf = Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1');
      const [{ digest: _, files, ...one }, { digest: __, files: crlfFiles, ...other }] = [
        await parse(bytes),
        await parse(crlf),
      ];
      assert.deepEqual(other, one);
      assert.deepEqual(
        crlfFiles.map(({ name }) => name),
        files.map(({ name }) => name),
      );
    });
  }
});

describe('the digest of a mail', () => {
  const pairs = [
    ['duplicate-first', 'duplicate-other-received', true],
    ['duplicate-first', 'duplicate-list-copy', true],
    ['duplicate-without-id-first', 'duplicate-without-id', true],
    ['duplicate-first', 'duplicate-id-other-text', false],
    ['part-name-none', 'part-winmail', false],
    ['duplicate-without-id-and-date-first', 'duplicate-without-id-and-date', false],
  ] as const;
  for (const [one, other, isEqual] of pairs)
    it(`is ${isEqual ? 'equal' : 'different'} for ${one} and ${other}`, async () => {
      assert.equal((await parseNamed(one)).digest === (await parseNamed(other)).digest, isEqual);
    });
});
