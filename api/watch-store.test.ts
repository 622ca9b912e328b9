import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { watchStore } from './watch-store.ts';

describe('the watch of the store', () => {
  it('logs slow statements (half a second) and failed ones only', () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLog('trace', { destination: { write: line => void lines.push(JSON.parse(line)) } });
    const { onStatement } = watchStore(createMetrics(), log);
    onStatement({ sql: 'select 1', seconds: 0.499 });
    assert.deepEqual(lines, []);
    onStatement({ sql: 'select 2', seconds: 0.5 });
    onStatement({ sql: 'select 3', seconds: 0.7, failure: new Error('no such table') });
    assert.partialDeepStrictEqual(lines, [
      { level: 40, msg: 'slow SQL statement', sql: 'select 2', seconds: 0.5 },
      { level: 40, msg: 'SQL statement failed', sql: 'select 3', err: { message: 'no such table' } },
    ]);
    assert.equal(lines.length, 2);
  });
});
