import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatAge, formatTime } from './format-time.ts';

const at = (text: string) => new Date(text).getTime();
const now = at('2026-11-21T10:00:00');

describe('formatAge', () => {
  const ages: [time: string, text: string][] = [
    ['2026-11-21T10:00:30', 'now'],
    ['2026-11-21T09:59:01', 'now'],
    ['2026-11-21T09:59:00', '1m'],
    ['2026-11-20T16:12:00', '17h'],
    ['2026-11-08T10:00:00', '13d'],
    ['2026-11-07T10:00:00', '2w'],
    ['2025-11-22T10:00:00', '52w'],
    ['2025-11-21T10:00:00', '1y'],
  ];
  for (const [time, text] of ages) it(`formats ${time} as ${text}`, () => assert.equal(formatAge(at(time), now), text));
});

describe('formatTime', () => {
  const moments: [time: string, text: string][] = [
    ['2026-11-21T09:05:00', '09:05'],
    ['2026-11-21T00:00:00', '00:00'],
    ['2026-11-20T23:59:00', 'yesterday at 23:59'],
    ['2026-11-16T16:12:00', 'Monday at 16:12'],
    ['2026-11-14T16:12:00', '14 Nov at 16:12'],
    ['2025-12-31T16:12:00', '31 Dec 2025'],
    ['2026-11-22T09:00:00', '22 Nov at 09:00'],
  ];
  for (const [time, text] of moments)
    it(`formats ${time} as ${text}`, () => assert.equal(formatTime(at(time), now), text));
});
