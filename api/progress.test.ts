import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProgressReporter, describeProgress, formatSeconds } from './progress.ts';

describe('progress', () => {
  it('shows count, rate and time left', () => {
    equal(
      describeProgress({ done: 30_000, total: 120_000 }, 'tickets', 1),
      '30,000 of 120,000 tickets, 30,000/s, 3 s left',
    );
    equal(describeProgress({ done: 20, total: 200 }, 'rounds', 50), '20 of 200 rounds, 24/min, 7 min 30 s left');
    equal(describeProgress({ done: 0, total: 1200 }, 'rows', 1), '0 of 1,200 rows');
    equal(formatSeconds(125), '2 min 5 s');
  });

  it('prints a line for each 10% without a terminal', () => {
    const written: string[] = [];
    const report = createProgressReporter({ write: text => written.push(text) }, 'tickets', () => 1);
    for (let done = 1; done <= 100; done++) report({ done, total: 100 });
    equal(written.length, 10);
    equal(
      written.every(text => text.endsWith('\n') && !text.includes('\r')),
      true,
    );
  });

  it('redraws one bar on a terminal', () => {
    const written: string[] = [];
    const report = createProgressReporter({ isTTY: true, write: text => written.push(text) }, 'tickets', () => 1);
    for (const done of [50, 100]) report({ done, total: 100 });
    deepEqual(
      written.map(text => text.startsWith('\r')),
      [true, true],
    );
    match(written[0] ?? '', /█{12}░{12} 50 of 100/);
    equal(written[1]?.endsWith('\n'), true);
  });
});
