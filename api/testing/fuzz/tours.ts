import fc from 'fast-check';
import { operations as contract } from '#contract/operations';
import { bytesTo, oauthBytes } from './byte-moves.ts';
import type { FuzzDesk } from './desk.ts';
import { type DocumentedOperation, operationsOf } from './document-operations.ts';
import { plainStep } from './plain-step.ts';
import { createValues } from './schema-values.ts';
import type { Move, Oddness, Step } from './step.ts';
import { stepsOf } from './steps.ts';

/** One of each role. */
const roles = ['ada', 'cleo', 'eve'];

/** Adds an unknown parameter to a step without any deviation. */
const withUnknownParameter = (step: Step): Step =>
  step.query === '' && step.headers.length === 0 && step.body === null ? { ...step, query: 'unknown=1' } : step;

/**
 * One sequence per operation, so that every operation is sent as each role with valid, nearly valid and wild values, in
 * sequence, concurrently and as raw bytes.
 */
export const toursOn = ({ document, known }: FuzzDesk): fc.Arbitrary<Move[][]> => {
  const valuesOf = createValues(document);
  const createTour = (operation: DocumentedOperation): fc.Arbitrary<Move[]> => {
    const levels = stepsOf(operation, valuesOf);
    // The path stays valid, so that the request reaches the operation.
    const steps = (oddness: Oddness) =>
      roles.map(as =>
        fc
          .tuple(levels[oddness], levels[0])
          .map(([step, { path }]): Step => ({ ...step, as, path, method: operation.method }))
          .map(step => (oddness === 0 ? step : withUnknownParameter(step))),
      );
    const bytes = contract.filter(({ name }) => name === operation.id).map(bytesTo);
    const moves: fc.Arbitrary<Move>[] = [
      fc.constant(plainStep(operation)),
      ...[...steps(0), ...steps(1), ...steps(2)],
      fc.tuple(...steps(0)).map(together => ({ together })),
      ...bytes,
      oauthBytes(known),
    ];
    return fc.tuple(...moves);
  };
  return fc.tuple(...operationsOf(document).map(createTour));
};
