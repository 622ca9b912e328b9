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

/** In any case one thing of it is odd: a parameter that no operation has. */
const withOddity = (step: Step): Step =>
  step.query === '' && step.headers.length === 0 && step.body === null ? { ...step, query: 'odd=1' } : step;

/**
 * A sequence for each operation, so that whatever chance does later, every one was asked as each role, as documented,
 * nearly so and wildly, one after the other, at once and in bytes.
 */
export const toursOn = ({ document, known }: FuzzDesk): fc.Arbitrary<Move[][]> => {
  const valuesOf = createValues(document);
  const tourOf = (operation: DocumentedOperation): fc.Arbitrary<Move[]> => {
    const levels = stepsOf(operation, valuesOf);
    // Odd in anything but where it goes, or it would not reach the operation.
    const steps = (oddness: Oddness) =>
      roles.map(as =>
        fc
          .tuple(levels[oddness], levels[0])
          .map(([step, { path }]): Step => ({ ...step, as, path, method: operation.method }))
          .map(step => (oddness === 0 ? step : withOddity(step))),
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
  return fc.tuple(...operationsOf(document).map(tourOf));
};
