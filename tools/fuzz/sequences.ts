import fc from 'fast-check';
import { operations as contract } from '#contract/all-operations';
import type { Action, Step } from './actions.ts';
import type { FuzzDesk } from './desk.ts';
import { listOperations } from './document-operations.ts';
import { bytesTo, noiseBytes, oauthBytes } from './raw-byte-actions.ts';
import { createValues } from './schema-values.ts';
import { createSteps } from './steps.ts';

/** Some parts are two actions. Long sequences reuse the few ids often. */
const maxParts = 80;

const anyCaller = fc.constantFrom('ada', 'ben', 'cleo', 'dan', 'eve', 'finn', 'reader');

const searches = fc.oneof(
  fc.nat(19).map(n => `~mark.${n}~`),
  fc.constantFrom('%22double%20payment%22', 'invoice%20of', '%22of%20the', 'a'),
);

/** Searches for words of other people's private resources, because the totals could reveal the resources. */
const probes: fc.Arbitrary<Step> = fc
  .tuple(
    anyCaller,
    fc.constantFrom('gists', 'gists/starred', 'tickets'),
    searches,
    fc.constantFrom('count', 'envelope'),
  )
  .map(([as, list, q, total]) => ({
    ...{ as, method: 'GET', path: `/v1/${list}`, query: `q=${q}&${total}=true&fields=id` },
    ...{ headers: [], body: null, checksUnchanged: false },
  }));

/** Repeats a request: a GET with its ETag, a POST with the same Idempotency-Key. */
const twice = (step: Step): Step[] => {
  const withHeader = (name: string, value: string): Step => ({ ...step, headers: [...step.headers, [name, value]] });
  if (step.method === 'GET') return [step, withHeader('If-None-Match', '~etag.0~')];
  const once = step.method === 'POST' ? withHeader('Idempotency-Key', '~key.9~') : step;
  return [once, once];
};

/** Sequences of actions, with all operations equally likely. */
export const createSequences = ({ document, knownOAuth }: FuzzDesk): fc.Arbitrary<Action[]> => {
  const valuesOf = createValues(document);
  const steps = fc.oneof(...listOperations(document).map(operation => createSteps(operation, valuesOf)));
  const actions: fc.Arbitrary<Action> = fc.oneof(
    { weight: 2, arbitrary: fc.record({ concurrent: fc.array(steps, { minLength: 2, maxLength: 4 }) }) },
    { weight: 3, arbitrary: fc.constantFrom(...contract).chain(bytesTo) },
    { weight: 1, arbitrary: noiseBytes },
    { weight: 6, arbitrary: oauthBytes(knownOAuth) },
  );
  const parts: fc.Arbitrary<Action[]> = fc.oneof(
    { weight: 24, arbitrary: steps.map(step => [step]) },
    { weight: 4, arbitrary: steps.map(twice) },
    { weight: 2, arbitrary: probes.map(probe => [probe]) },
    { weight: 12, arbitrary: actions.map(action => [action]) },
  );
  return fc.array(parts, { minLength: 1, maxLength: maxParts, size: 'max' }).map(lists => lists.flat());
};
