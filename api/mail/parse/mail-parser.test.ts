import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { projectFolder } from '#server/testing/server-process';
import { toExpectedFiles } from '../testing/corpus.ts';
import { generatedMails } from '../testing/generated-mails.ts';
import { createMailParser, defaultLimits, type MailParser } from './mail-parser.ts';
import { UnparsableMailError } from './parsed-mail.ts';

/** Copies the bytes, because the parser releases them and other tests use the same mail. */
const copy = (bytes: Buffer) => [Uint8Array.from(bytes)];
const parse = (parser: MailParser, bytes: Buffer) => parser.parse(bytes.length, copy(bytes));
const small = Buffer.from('From: a@b.example\r\nSubject: small\r\n\r\nHello\r\n');

/** Opening tags that the converter needs minutes for. */
const endless = Buffer.from(`From: a@b.example\r\nContent-Type: text/html\r\n\r\n${'<table><tr><th>'.repeat(30_000)}`);

describe('the mail parser', () => {
  // A busy machine may need longer than the default deadline.
  const parser = createMailParser({ ...defaultLimits, deadlineMilliseconds: 120_000 });
  after(() => parser.close());

  for (const { name, bytes, expected } of generatedMails)
    it(`${'reason' in expected ? 'rejects' : 'parses'} ${name}`, async () => {
      const result = await parse(parser, bytes).catch((error: unknown) => {
        assert.ok(error instanceof UnparsableMailError);
        return { reason: error.reason };
      });
      const described = { ...result, ...('files' in result && { files: toExpectedFiles(result.files) }) };
      const members = Object.entries(described).filter(([member]) => member in expected);
      assert.deepEqual(Object.fromEntries(members), expected);
    });

  it('keeps the process running until a mail is parsed', () => {
    const program = `
      import { createMailParser } from './api/mail/parse/mail-parser.ts';
      const parser = createMailParser();
      const { subject } = await parser.parse(${small.length}, [Uint8Array.from([${[...small].join()}])]);
      console.log(subject);`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: projectFolder,
      encoding: 'utf8',
    });
    assert.deepEqual([stdout, status], ['small\n', 0]);
  });

  it('cuts a body at the maximum length of a message', async () => {
    for (const { bytes, expected } of generatedMails) {
      if (expected['isCut'] !== true) continue;
      const { body } = await parse(parser, bytes);
      assert.ok([...body].length <= 65_535);
      assert.match(body, /too long to be shown here/);
    }
  });

  it('rejects the current mail with an error other than UnparsableMailError when the parser is closed', async () => {
    const closing = createMailParser(defaultLimits, 1);
    const parsing = parse(closing, small);
    await closing.close();
    await assert.rejects(parsing, error => !(error instanceof UnparsableMailError));
  });

  it('rejects every waiting mail when the parser is closed', async () => {
    const closing = createMailParser(defaultLimits, 1);
    const parsing = [1, 2, 3].map(() => parse(closing, small));
    await closing.close();
    for (const { status } of await Promise.allSettled(parsing)) assert.equal(status, 'rejected');
  });
});

describe('the files of a mail', () => {
  it('are stored one by one, with the whole text of a long mail, before the next mail is parsed', async t => {
    const parser = createMailParser(defaultLimits, 1);
    t.after(() => parser.close());
    const read = async (name: string) => {
      const bytes = generatedMails.find(mail => mail.name === name)?.bytes ?? small;
      const stored: { name: string; size: number; isWhole: boolean }[] = [];
      await parser.parse(bytes.length, copy(bytes), async ({ name, size, sha256 }, parts) => {
        const hash = createHash('sha256');
        for await (const part of parts) hash.update(part);
        stored.push({ name, size, isWhole: hash.digest('hex') === sha256 });
      });
      return stored;
    };
    assert.deepEqual(await read('a file of 18 MB'), [{ name: 'a.png', size: 18_240_000, isWhole: true }]);
    const [text] = await read('a text of 5 MB');
    assert.deepEqual([text?.name, text?.isWhole, (text?.size ?? 0) > 5_000_000], ['message.txt', true, true]);
    assert.deepEqual(await read('another'), []);
  });

  it('fail only their own mail if they cannot be stored', async t => {
    const parser = createMailParser(defaultLimits, 1);
    t.after(() => parser.close());
    const { bytes = small } = generatedMails.find(mail => mail.name === 'a file of 18 MB') ?? {};
    const full = new Error('No space left');
    await assert.rejects(
      parser.parse(bytes.length, copy(bytes), () => Promise.reject(full)),
      full,
    );
    assert.equal((await parse(parser, small)).subject, 'small');
  });
});

describe('the limits of the mail parser', () => {
  for (const [limit, reason, limits] of [
    ['deadline', 'deadline', { ...defaultLimits, deadlineMilliseconds: 1 }],
    ['heap', 'parse_error', { ...defaultLimits, heapMegabytes: 8 }],
  ] as const)
    it(`fail a mail above the ${limit} limit with reason ${reason}`, async t => {
      const parser = createMailParser(limits, 1);
      t.after(() => parser.close());
      const text = generatedMails.find(({ name }) => name.includes('5 MB'));
      await assert.rejects(parse(parser, text?.bytes ?? small), { reason });
    });

  it('do not include the time of a slow store', async t => {
    const parser = createMailParser(defaultLimits, 1);
    t.after(() => parser.close());
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const readSlowly = async function* () {
      yield Uint8Array.from(small.subarray(0, 10));
      t.mock.timers.tick(defaultLimits.deadlineMilliseconds);
      yield Uint8Array.from(small.subarray(10));
    };
    assert.equal((await parser.parse(small.length, readSlowly())).subject, 'small');
  });

  it('end the process of a mail that exceeds them, and a new process parses the next mails', async t => {
    const parser = createMailParser({ ...defaultLimits, heapMegabytes: 64 }, 1);
    t.after(() => parser.close());
    const [bad, ...good] = await Promise.allSettled([endless, small, small].map(bytes => parse(parser, bytes)));
    assert.equal(bad?.status, 'rejected');
    assert.deepEqual(
      good.map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    );
  });
});
