import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCoverage } from './coverage.ts';
import type { DocumentedOperation } from './document-operations.ts';
import type { Deviation, Move, Step } from './step.ts';

const operation: DocumentedOperation = {
  ...{ id: 'getResource', method: 'GET', path: '/resources/{resource_id}', parameters: [], body: null, types: [] },
  ...{ example: undefined, statuses: [200, 404] },
};
const step: Step = {
  ...{ deviation: 0, as: 'ada', method: 'GET', path: '/v1/resources/1', query: '', headers: [] },
  ...{ body: null, checksUnchanged: false },
};
const moves: Move[] = [step, { concurrent: [step] }, { to: 'oauth', bytes: '' }, { to: 'operation', bytes: '' }];

describe('coverage gaps of a run', () => {
  const coverage = createCoverage();
  const gaps = () => coverage.findGaps([operation]);

  it('include everything before the run', () => {
    assert.equal(gaps().length, 3 * 3 + 5 + 1);
    assert.ok(gaps().includes('never sent: getResource nearly valid as viewer'), gaps().join('\n'));
    assert.ok(coverage.formatReport([operation]).includes('never succeeded: getResource'));
  });

  it('are operations without every role, every deviation and a success', () => {
    coverage.steps.sequence(moves);
    const send = (as: string, deviation: Deviation) => coverage.steps.step('getResource', { as, deviation });
    for (const as of ['ada', 'cleo', 'reader', 'unknown', 'disabled', 'anonymous'])
      for (const at of [0, 1, 2] as const) send(as, at);
    for (const at of [0, 2] as const) send('finn', at);
    coverage.count('getResource', 404);
    const left = ['never sent: getResource nearly valid as viewer', 'never succeeded: getResource'];
    assert.deepEqual(gaps(), left);
    send('eve', 1);
    coverage.count('getResource', 200);
    assert.deepEqual(gaps(), []);
    assert.match(
      coverage.formatReport([operation]).at(-1) ?? '',
      /^each of 1 operations was sent as viewer, agent and admin/,
    );
  });
});
