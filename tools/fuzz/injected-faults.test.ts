import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { JsonSchema } from '../../api/testing/openapi-document.ts';
import { createCoverage } from './coverage.ts';
import { type FuzzDesk, startFuzzDesk } from './desk.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { type FuzzPlan, type FuzzResult, fuzz } from './fuzz.ts';
import { type FaultyDesk, faultAt, noFault, startFaultyDesk } from './injected-faults.ts';
import { invalidResponses } from './invalid-responses.ts';
import { correctRequests, leaks } from './leaks.ts';
import { createLogWatch } from './log-watch.ts';

/** The operations of the setup and of the fault: fewer operations make the run faster. */
const fewOperations = new Set([
  'replaceTicket',
  'replaceMessage',
  'replaceGist',
  'starGist',
  'replaceView',
  'getTicket',
]);
const withFewOperations = (document: JsonSchema): JsonSchema => {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, JsonSchema>>).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).filter(([, operation]) => fewOperations.has(String(operation['operationId']))),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
};

describe('a desk with an injected fault', () => {
  let desk: FuzzDesk;
  before(async () => {
    desk = await startFuzzDesk('sqlite');
  });
  after(() => desk.stop());

  for (const [what, faults, right] of [
    ['an invalid response', invalidResponses, invalidResponses.map(([, move]) => move)],
    ["a leak of another person's private resource", leaks, correctRequests],
  ] as const) {
    describe(what, () => {
      let planted: FaultyDesk;
      before(async () => {
        planted = await startFaultyDesk(desk);
      });
      after(() => planted.stop());

      for (const [how, move, fault, finding] of faults)
        it(`is reported: ${how}`, async () => assert.match(await planted.findWith(fault, [move]), finding));

      it('reports nothing for correct responses', async () => assert.equal(await planted.findWith(noFault, right), ''));
    });
  }

  describe('the findings of a run', () => {
    let planted: FuzzDesk;
    let lift: () => Promise<void>;
    let found: FuzzResult[];
    const run = (on: FuzzDesk, plan: FuzzPlan) => fuzz(on, createCoverage(), plan, () => undefined);

    before(async () => {
      const failing = faultAt(/^eve GET \/v1\/tickets\/f/, answer => ({ ...answer, status: 500 }));
      const layer = await startFaultyProxy(desk, failing);
      lift = layer.remove;
      planted = { ...layer.desk, document: withFewOperations(desk.document) };
      found = await run(planted, { seed: 2, sequences: 1 });
    });
    after(() => lift());

    it('have a minimal sequence that can be replayed', async () => {
      const failure = found.find(({ key }) => key === '5xx: getTicket 500');
      assert.equal(failure?.moves.length, 1, JSON.stringify(found));
      assert.match(failure.moves[0] ?? '', /^eve: GET \/v1\/tickets\//);
      // Found in the tours through all operations and in the random sequences after them.
      const sequences = found.map(({ place }) => Number(place.split(':')[1]));
      assert.deepEqual([sequences[0], sequences.at(-1)], [0, fewOperations.size], JSON.stringify(found));
      for (const { key, place, moves } of found) {
        const again = await run(planted, { place });
        assert.deepEqual(
          again.map(each => [each.key, each.moves]),
          [[key, moves]],
        );
      }
    });

    it('recur with the same seed; errors and secrets in the log, memory and an inconsistent store are reported', async () => {
      const log = createLogWatch();
      log.addSecret('Bearer a-secret-of-two-ends-alone');
      log.addLine(JSON.stringify({ level: 50, msg: 'unexpected error' }));
      log.addLine(JSON.stringify({ level: 20, req: { path: '/v1/a-secret-of-two-ends-alone' } }));
      const broken = { log, memory: async () => 701, check: async () => ['{"broken":1}'] };
      const again = await run({ ...planted, ...broken }, { seed: 2, sequences: 1 });
      const listKeys = (all: FuzzResult[]) => all.map(({ key, place }) => `${key} ${place}`);
      const ofProcess = ['an error in the log', 'a secret in the log', 'memory', 'inconsistent store'];
      assert.deepEqual(listKeys(again), [...listKeys(found), ...ofProcess.map(key => `${key} 2`)]);
    });
  });
});
