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

describe('the parsed mail', () => {
  const parseLines = (...lines: string[]) => parse(Buffer.from(lines.join('\r\n')));

  it('has the same date in every time zone of the server, even if its Date header has no zone', async t => {
    const { TZ } = process.env;
    t.after(() => {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    });
    process.env['TZ'] = 'America/New_York';
    for (const [header, expected] of [
      ['Mon, 5 Jan 2026 10:00:00', '2026-01-05T10:00:00.000Z'],
      ['Mon, 5 Jan 2026 10:00:00 +0100', '2026-01-05T09:00:00.000Z'],
      ['Mon, 5 Jan 2026 10:00:00 GMT (late)', '2026-01-05T10:00:00.000Z'],
      ['Mon Jan 5 10:00:00 2026', '2026-01-05T10:00:00.000Z'],
      ['5 Jan 2026 10:00 PM', '2026-01-05T22:00:00.000Z'],
      ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.000Z'],
    ] as const) {
      const { date } = await parseLines(`Date: ${header}`, '', 'Hello');
      assert.equal(date === null ? null : new Date(date).toISOString(), expected, header);
    }
    assert.equal((await parseLines('Date: yesterday', '', 'Hello')).date, null);
  });

  it('has no folded lines for an empty quote', async () => {
    const html = '<p>It works now.</p><div id="appendonsend"></div>';
    const { body, foldedLines } = await parseLines('Subject: Re', 'Content-Type: text/html', '', html);
    assert.deepEqual([body, foldedLines], ['It works now.', 0]);
  });

  it('has a cut body even if the text has no words', async () => {
    const { body, isCut } = await parseLines('Subject: Dashes', '', ...Array(1500).fill('-'.repeat(70)));
    assert.deepEqual([body.length <= 65_535, isCut], [true, true]);
  });

  it('has the text of a narrow table cell, without tracking pixels', async () => {
    const cells = ['1', '0', ''].map(width => `<td width="${width}">Cell ${width}</td>`).join('');
    const html = `<table width="0"><tr>${cells}</tr></table><img width="1" alt="Pixel" src="https://shop.example/1.png">`;
    const { body } = await parseLines('Content-Type: text/html', '', html);
    assert.deepEqual(body.match(/Cell/g)?.length, 3);
    assert.doesNotMatch(body, /Pixel/);
  });
});
