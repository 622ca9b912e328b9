import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCoverage } from './coverage.ts';
import type { DocumentedOperation } from './document-operations.ts';
import type { Move, Oddness, Step } from './step.ts';

const operation: DocumentedOperation = {
  ...{ id: 'getThing', method: 'GET', path: '/things/{thing_id}', parameters: [], body: null, types: [] },
  ...{ example: undefined, statuses: [200, 404] },
};
const step: Step = {
  ...{ oddness: 0, as: 'ada', method: 'GET', path: '/v1/things/1', query: '', headers: [] },
  ...{ body: null, watched: false },
};
const moves: Move[] = [step, { together: [step] }, { to: 'oauth', bytes: '' }, { to: 'operation', bytes: '' }];

describe('what a run has not tried', () => {
  const coverage = createCoverage();
  const gaps = () => coverage.gaps([operation]);

  it('is everything to begin with', () => {
    assert.equal(gaps().length, 3 * 3 + 5 + 1);
    assert.ok(gaps().includes('never asked: getThing nearly valid as viewer'), gaps().join('\n'));
    assert.ok(coverage.told([operation]).includes('never answered with success: getThing'));
  });

  it('is what was asked by nobody with a whole token of a role, not oddly enough, or never with success', () => {
    coverage.tried.sequence(moves);
    const ask = (as: string, oddness: Oddness) => coverage.tried.step('getThing', { as, oddness });
    for (const as of ['ada', 'cleo', 'reader', 'stranger', 'disabled', 'nobody'])
      for (const at of [0, 1, 2] as const) ask(as, at);
    for (const at of [0, 2] as const) ask('finn', at);
    coverage.count('getThing', 404);
    const left = ['never asked: getThing nearly valid as viewer', 'never answered with success: getThing'];
    assert.deepEqual(gaps(), left);
    ask('eve', 1);
    coverage.count('getThing', 200);
    assert.deepEqual(gaps(), []);
    assert.match(coverage.told([operation]).at(-1) ?? '', /^each of 1 operations was asked as viewer, agent and admin/);
  });
});
