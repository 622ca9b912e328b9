import fc from 'fast-check';
import { operations as contract } from '#contract/all-operations';
import type { FuzzDesk } from './desk.ts';
import { type DocumentedOperation, listOperations } from './document-operations.ts';
import { bytesTo, oauthBytes } from './raw-byte-moves.ts';
import { createValues } from './schema-values.ts';
import type { Deviation, Move, Step } from './step.ts';
import { createStepsByDeviation } from './steps.ts';
import { createValidStep } from './valid-step.ts';

/** One of each role. */
const roles = ['ada', 'cleo', 'eve'];

/** Adds an unknown parameter to a step without any deviation. */
const withUnknownParameter = (step: Step): Step =>
  step.query === '' && step.headers.length === 0 && step.body === null ? { ...step, query: 'unknown=1' } : step;

/**
 * One sequence per operation, so that every operation is sent as each role with valid, nearly valid and wild values, in
 * sequence, concurrently and as raw bytes.
 */
export const createTours = ({ document, known }: FuzzDesk): fc.Arbitrary<Move[][]> => {
  const valuesOf = createValues(document);
  const createTour = (operation: DocumentedOperation): fc.Arbitrary<Move[]> => {
    const levels = createStepsByDeviation(operation, valuesOf);
    // The path stays valid, so that the request reaches the operation.
    const steps = (deviation: Deviation) =>
      roles.map(as =>
        fc
          .tuple(levels[deviation], levels[0])
          .map(([step, { path }]): Step => ({ ...step, as, path, method: operation.method }))
          .map(step => (deviation === 0 ? step : withUnknownParameter(step))),
      );
    const bytes = contract.filter(({ name }) => name === operation.id).map(bytesTo);
    const moves: fc.Arbitrary<Move>[] = [
      fc.constant(createValidStep(operation)),
      ...[...steps(0), ...steps(1), ...steps(2)],
      fc.tuple(...steps(0)).map(concurrent => ({ concurrent })),
      ...bytes,
      oauthBytes(known),
    ];
    return fc.tuple(...moves);
  };
  return fc.tuple(...listOperations(document).map(createTour));
};
