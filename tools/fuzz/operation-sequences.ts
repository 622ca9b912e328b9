import fc from 'fast-check';
import { operations as contract } from '#contract/all-operations';
import { exampleCustomer } from '#contract/examples';
import { mailMediaType } from '#contract/mails';
import type { Action, Deviation, Step } from './actions.ts';
import type { FuzzDesk } from './desk.ts';
import { type DocumentedOperation, listOperations } from './document-operations.ts';
import { bytesTo, oauthBytes } from './raw-byte-actions.ts';
import { createValues } from './schema-values.ts';
import { createStepsByDeviation } from './steps.ts';

/** One caller of each role. */
const callerNames = ['ada', 'cleo', 'eve'];

/** Adds an unknown query parameter to a step without query, headers or body. */
const withUnknownParameter = (step: Step): Step =>
  step.query === '' && step.headers.length === 0 && step.body === null ? { ...step, query: 'unknown=1' } : step;

/** Returns the value of a path parameter. Operations on messages use a ticket that has messages. */
const getPathValue = (name: string, path: string): string => {
  // The setup creates a ticket of this customer.
  if (name === 'email') return exampleCustomer.id;
  // A tag that is being merged cannot be deleted.
  if (name === 'name') return path.endsWith('/merge') ? '~new.m~' : '~new.l~';
  // `client` is a placeholder of the OAuth requests, whose clients must not be deleted.
  if (name === 'client_id') return '~registered.0~';
  if (name === 'ticket_id') return path.includes('/messages') ? '~thread.0~' : '~ticket.0~';
  return name === 'person_id' ? '~extra.0~' : `~${name.replace('_id', '')}.0~`;
};

/** Replaces values that must be unique, such as addresses. The target of a merge must not be merged itself. */
const withUniqueNames = (id: string, body: object): object => {
  const address = `~new.${id}~@desk.example`;
  return {
    ...body,
    ...('email' in body && { email: address }),
    ...('address' in body && { address }),
    ...('into' in body && { into: `~new.${id}~` }),
    ...('person_id' in body && { person_id: '~extra.0~' }),
  };
};

const getBody = ({ id, method, types, example }: DocumentedOperation): string | null => {
  if (types[0] === mailMediaType) return `Subject: ~new.${id}~`;
  if (example === undefined) return null;
  // A PATCH example is about a different resource.
  return JSON.stringify(method === 'PATCH' ? {} : withUniqueNames(id, example));
};

/** A valid request for an operation, by an authorized caller, on an existing resource. It must succeed. */
const createValidStep = (operation: DocumentedOperation): Step => {
  const { method, path, types } = operation;
  return {
    as: /^\/(people|mailbox|job|tag|client|grant|script)/.test(path) ? 'ada' : 'owner',
    method,
    path: `/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => getPathValue(name, path))}`,
    query: '',
    headers: types.slice(0, 1).map(type => ['Content-Type', type]),
    body: getBody(operation),
    checksUnchanged: false,
  };
};

/** Operations of one sequence share its setup, which takes longer than their requests. */
const operationsPerSequence = 3;

/** Reads come first and deletions last, because later operations use the same resources. */
const methodOrder = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];

/**
 * Sequences that send requests to every operation as each role. The values are valid, nearly valid or arbitrary. The
 * requests are sent in sequence, concurrently and as raw bytes.
 */
export const createOperationSequences = ({ document, knownOAuth }: FuzzDesk): fc.Arbitrary<Action[][]> => {
  const valuesOf = createValues(document);
  const createSequence = (operation: DocumentedOperation): fc.Arbitrary<Action[]> => {
    const levels = createStepsByDeviation(operation, valuesOf);
    // The path stays valid, so that the request reaches the operation.
    const steps = (deviation: Deviation) =>
      callerNames.map(as =>
        fc
          .tuple(levels[deviation], levels[0])
          .map(([step, { path }]): Step => ({ ...step, as, path, method: operation.method }))
          .map(step => (deviation === 0 ? step : withUnknownParameter(step))),
      );
    const bytes = contract.filter(({ name }) => name === operation.id).map(bytesTo);
    const actions: fc.Arbitrary<Action>[] = [
      fc.constant(createValidStep(operation)),
      ...[...steps(0), ...steps(1), ...steps(2)],
      fc.tuple(...steps(0)).map(concurrent => ({ concurrent })),
      ...bytes,
      oauthBytes(knownOAuth),
    ];
    return fc.tuple(...actions);
  };
  const sorted = listOperations(document).toSorted((a, b) => rankMethod(a) - rankMethod(b));
  const count = Math.ceil(sorted.length / operationsPerSequence);
  return fc
    .tuple(...sorted.map(createSequence))
    .map(perOperation =>
      Array.from({ length: count }, (_, first) => perOperation.filter((_, index) => index % count === first).flat()),
    );
};

const rankMethod = ({ method }: DocumentedOperation): number => methodOrder.indexOf(method);
