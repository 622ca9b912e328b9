import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAuthenticationResults, readDmarc } from './authentication-results.ts';

const read = (header: string) => readDmarc(parseAuthenticationResults([header]), 'mx.desk.example');

describe('the DMARC result of the trusted server', () => {
  const forged = '; dmarc=pass';
  const cases: [title: string, header: string, result: 'pass' | 'fail' | null][] = [
    ['is read after comments', `mx.desk.example; spf=fail (domain of ${forged}); dmarc=fail`, 'fail'],
    [
      'is read after quoted strings',
      `mx.desk.example; spf=fail smtp.mailfrom="${forged}"@x.example; dmarc=fail`,
      'fail',
    ],
    [
      'is read after the results of many signatures',
      `mx.desk.example${'; dkim=pass header.d=x.example'.repeat(500)}; dmarc=fail`,
      'fail',
    ],
    ['is not read from a comment that is not closed', `mx.desk.example; spf=fail (domain of ${forged}`, null],
    ['is not read from a quoted string that is not closed', `mx.desk.example; spf=fail smtp.mailfrom="${forged}`, null],
    [
      'is not read from a comment where a very long header is cut',
      `mx.desk.example; spf=fail (${forged} ${'x'.repeat(70_000)})`,
      null,
    ],
  ];
  for (const [title, header, result] of cases) it(title, () => assert.equal(read(header), result));
});
