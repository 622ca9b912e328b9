import fc from 'fast-check';
import { oddValues } from '../arbitraries/oddities.ts';
import type { Json } from '../openapi-document.ts';
import { bodiesOf } from './bodies.ts';
import { callers } from './callers.ts';
import type { DocumentedOperation } from './document-operations.ts';
import { headersOf } from './request-headers.ts';
import type { ValuesOf } from './schema-values.ts';
import type { Oddness, Step } from './step.ts';

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T> =>
  weight === Number.POSITIVE_INFINITY ? usual : fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** How many of the usual there are to one that is odd, by how odd a step is. */
const usualPerOdd: Record<Oddness, number> = { 0: Number.POSITIVE_INFINITY, 1: 8, 2: 1 };

/** In the form that may stand in a request line at all. */
const inAddress = (value: string): string =>
  value.replaceAll(/[^\x21-\xff]|[\x7f#]/g, character => encodeURIComponent(character.toWellFormed()));
const oddInAddress = oddValues.map(inAddress);
const oddInQuery = oddInAddress.map(value => value.replaceAll('&', '%26'));

/** What an address may name: of a message and its ticket the two that belong together, mostly. */
const namesOf: Record<string, (path: string) => fc.Arbitrary<string>> = {
  ticket_id: path => number(path.includes('message') ? 'thread' : 'ticket'),
  message_id: () => number('message'),
  gist_id: () => number('gist'),
  view_id: () => number('view'),
  person_id: () => fc.oneof(number('extra'), number('extra'), number('person')),
};
const number = (kind: string): fc.Arbitrary<string> => fc.nat(5).map(n => `~${kind}.${n}~`);
const fresh = fc.nat(5).map(n => `~new.${n}~`);
const wrong = fc.oneof(
  oddInAddress,
  fc.constantFrom('me', 'starred', 'recently_closed', '0', '~gist.0~', '~ticket.0~'),
);

const pathsOf = ({ path, method }: DocumentedOperation, weight: number): fc.Arbitrary<string> => {
  const parts = path.split('/').map(part => {
    const name = part.replaceAll(/[{}]/g, '');
    if (name === part) return mostly(fc.constant(part), oddInAddress, weight * 6);
    const known = namesOf[name]?.(path) ?? fc.constant('1');
    return mostly(method === 'PUT' ? mostly(known, fresh, 3) : known, wrong, weight);
  });
  // A star is about any gist; a person who is changed is none of those who ask.
  const whole = fc.tuple(...parts).map(each => `/v1${each.join('/')}`);
  return method === 'PATCH' ? whole.map(each => each.replaceAll('~person.', '~extra.')) : whole;
};

/** As it stands in an address: lists with commas, everything percent-encoded but what a scene replaces. */
const inQuery = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

const queriesOf = ({ parameters }: DocumentedOperation, valuesOf: ValuesOf, weight: number): fc.Arbitrary<string> => {
  const known = parameters.filter(each => each.in === 'query');
  const pairs = known.map(({ name, schema }) => {
    const usual = name === 'fields' ? fieldsOf(schema) : valuesOf(schema, name).map(inQuery);
    return mostly(usual, oddInQuery, weight).map(value => `${name}=${value}`);
  });
  const unknown = fc.tuple(oddInQuery, oddInQuery).map(pair => pair.join('='));
  if (pairs.length === 0) return mostly(fc.constant(''), unknown, weight);
  const some = fc
    .subarray(pairs, { maxLength: Math.min(pairs.length, 4) })
    .chain(chosen => fc.tuple(...chosen).map(each => each.join('&')));
  const often = fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 3, arbitrary: some });
  // Given twice, or of no such name, or longer than an address may be.
  const more = fc.oneof(fc.oneof(...pairs), unknown, fc.constant('q=~long.1~'));
  return mostly(
    often,
    fc.tuple(some, more).map(each => each.join('&')),
    weight,
  );
};

/** Few combinations: each is a schema of its own to hold answers against. */
const fieldsOf = (schema: Json): fc.Arbitrary<string> => {
  const { enum: names } = schema['items'] as { enum: string[] };
  return fc.constantFrom('id', names.slice(0, 3).join(), names.slice(-4).join(), names.join());
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get'];

/** Mostly somebody who may; of what is somebody's alone often its owner. */
const who = fc.oneof(
  { weight: 2, arbitrary: fc.constant('owner') },
  { weight: 8, arbitrary: fc.constantFrom('ada', 'ben', 'cleo', 'dan', 'eve', 'finn') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(callers)) },
);

/** A condition that fails has to be looked at before anything is done. */
const isConditional = ({ method, headers }: Pick<Step, 'method' | 'headers'>): boolean =>
  method !== 'GET' && method !== 'HEAD' && headers.some(([name]) => name.startsWith('If-'));

/** Requests for one operation, by how odd they are. */
export const stepsOf = (operation: DocumentedOperation, valuesOf: ValuesOf): Record<Oddness, fc.Arbitrary<Step>> => {
  const bodies = bodiesOf(operation, valuesOf);
  const headers = headersOf(operation);
  const reads = fc.constantFrom(operation.method, operation.method, 'HEAD');
  const method = operation.method === 'GET' ? reads : fc.constant(operation.method);
  const level = (oddness: Oddness): fc.Arbitrary<Step> => {
    const weight = usualPerOdd[oddness];
    const steps = fc.record({
      oddness: fc.constant(oddness),
      as: who,
      method: mostly(method, fc.constantFrom(...methods), weight * 3),
      path: pathsOf(operation, weight),
      query: queriesOf(operation, valuesOf, weight),
      headers: headers[oddness] ?? fc.constant([]),
      body: bodies[oddness] ?? fc.constant(null),
      watched: fc.nat(7).map(dice => dice === 0 && operation.method !== 'GET'),
    });
    return steps.map(step => ({ ...step, watched: step.watched || isConditional(step) }));
  };
  return { 0: level(0), 1: level(1), 2: level(2) };
};

/** Requests for one operation: most as documented, some nearly, some anything. */
export const stepsFor = (operation: DocumentedOperation, valuesOf: ValuesOf): fc.Arbitrary<Step> => {
  const levels = stepsOf(operation, valuesOf);
  return fc.oneof(
    { weight: 5, arbitrary: levels[0] },
    { weight: 3, arbitrary: levels[1] },
    { weight: 1, arbitrary: levels[2] },
  );
};
