import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeProgress, duration, progressReporter } from './progress.ts';

describe('progress', () => {
  it('tells count, rate and time left', () => {
    equal(describeProgress({ inserted: 30_000, total: 120_000 }, 1), '30,000 of 120,000 tickets, 30,000/s, 3 s left');
    equal(duration(125), '2 min 5 s');
  });

  it('is one line for each tenth where there is no terminal', () => {
    const written: string[] = [];
    const report = progressReporter({ write: text => written.push(text) }, () => 1);
    for (let inserted = 1; inserted <= 100; inserted++) report({ inserted, total: 100 });
    equal(written.length, 10);
    equal(
      written.every(text => text.endsWith('\n') && !text.includes('\r')),
      true,
    );
  });

  it('is one bar, drawn anew, on a terminal', () => {
    const written: string[] = [];
    const report = progressReporter({ isTTY: true, write: text => written.push(text) }, () => 1);
    for (const inserted of [50, 100]) report({ inserted, total: 100 });
    deepEqual(
      written.map(text => text.startsWith('\r')),
      [true, true],
    );
    match(written[0] ?? '', /█{12}░{12} 50 of 100/);
    equal(written[1]?.endsWith('\n'), true);
  });
});
