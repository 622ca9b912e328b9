import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatSeconds, showElapsed } from './elapsed.mjs';

describe('showElapsed', () => {
  it('writes one line and returns the result of the work', async () => {
    let text = '';
    const screen = {
      /** @param {string} more */
      write(more) {
        text += more;
      },
    };
    const result = await showElapsed('api', async () => 7, { screen, remark: count => `  ${count} passed` });
    assert.equal(result, 7);
    assert.match(text, /^api … \d\.\d s {2}7 passed\n$/);
  });

  it('ends the line even if the work fails', async () => {
    let text = '';
    const screen = {
      /** @param {string} more */
      write(more) {
        text += more;
      },
    };
    const failing = async () => {
      throw new Error('no');
    };
    await assert.rejects(showElapsed('api', failing, { screen }), /no/);
    assert.match(text, /s\n$/);
  });
});

it('formatSeconds shows a decimal below ten seconds', () => {
  assert.deepEqual([40, 9_940, 12_400].map(formatSeconds), ['0.0 s', '9.9 s', '12 s']);
});
