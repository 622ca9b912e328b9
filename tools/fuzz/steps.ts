import fc from 'fast-check';
import { exampleCustomer, exampleTag } from '#contract/examples';
import { edgeCaseValues } from '../../api/testing/arbitraries/edge-cases.ts';
import type { JsonSchema } from '../../api/testing/openapi-document.ts';
import type { Deviation, Step } from './actions.ts';
import { createBodies } from './bodies.ts';
import { callers } from './callers.ts';
import { fuzzSessionIds } from './desk.ts';
import type { DocumentedOperation } from './document-operations.ts';
import { createHeaderArbitraries } from './request-headers.ts';
import type { ValuesOf } from './schema-values.ts';

const mostly = <T>(usual: fc.Arbitrary<T>, edgeCase: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T> =>
  weight === Number.POSITIVE_INFINITY
    ? usual
    : fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: edgeCase });

/** The number of usual values per edge-case value, by deviation. */
const usualPerEdgeCase: Record<Deviation, number> = { 0: Number.POSITIVE_INFINITY, 1: 8, 2: 1 };

/** Encodes characters that a request line cannot contain. */
const encodeForUrl = (value: string): string =>
  value.replaceAll(/[^\x21-\xff]|[\x7f#]/g, character => encodeURIComponent(character.toWellFormed()));
const edgeCasesInUrl = edgeCaseValues.map(encodeForUrl);
const edgeCasesInQuery = edgeCasesInUrl.map(value => value.replaceAll('&', '%26'));

/** Existing ids for path parameters. Operations on messages use tickets that have messages. */
const idsByParameter: Record<string, (path: string) => fc.Arbitrary<string>> = {
  ticket_id: path => placeholder(path.includes('message') ? 'thread' : 'ticket'),
  message_id: () => placeholder('message'),
  gist_id: () => placeholder('gist'),
  view_id: () => placeholder('view'),
  attachment_id: () => placeholder('attachment'),
  mailbox_id: () => placeholder('mailbox'),
  mail_id: () => placeholder('mail'),
  delivery_id: () => placeholder('delivery'),
  notification_id: () => placeholder('notification'),
  job_id: () => placeholder('job'),
  client_id: () => placeholder('registered'),
  grant_id: () => placeholder('grant'),
  script_token_id: () => placeholder('script_token'),
  identity_provider_id: () => placeholder('identity_provider'),
  identity_id: () => placeholder('identity'),
  session_id: () => fc.constantFrom(...fuzzSessionIds),
  name: () => fc.constantFrom('~new.l~', '~new.m~', exampleTag.name),
  email: () => fc.constantFrom(exampleCustomer.id, exampleCustomer.email),
  person_id: path =>
    /\{identity_id\}|\{session_id\}|\/second_factors$/.test(path)
      ? fc.constant(path.includes('{identity_id}') ? '~extra.0~' : '~extra.1~')
      : fc.oneof(placeholder('extra'), placeholder('extra'), placeholder('person')),
};
const placeholder = (kind: string): fc.Arbitrary<string> => fc.nat(5).map(n => `~${kind}.${n}~`);
const unusedIds = fc.nat(5).map(n => `~new.${n}~`);
const invalidIds = fc.oneof(
  edgeCasesInUrl,
  fc.constantFrom('me', 'starred', 'recently_closed', '0', '~gist.0~', '~ticket.0~'),
);

const pathsOf = ({ path, method }: DocumentedOperation, weight: number): fc.Arbitrary<string> => {
  const parts = path.split('/').map(part => {
    const name = part.replaceAll(/[{}]/g, '');
    if (name === part) return mostly(fc.constant(part), edgeCasesInUrl, weight * 6);
    const known = idsByParameter[name]?.(path) ?? fc.constant('1');
    return mostly(method === 'PUT' ? mostly(known, unusedIds, 3) : known, invalidIds, weight);
  });
  // A PATCH changes only people who are not callers.
  const paths = fc.tuple(...parts).map(each => `/v1${each.join('/')}`);
  return method === 'PATCH' ? paths.map(each => each.replaceAll('~person.', '~extra.')) : paths;
};

/** Formats a query value: lists with commas, percent-encoded. */
const encodeForQuery = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

const queriesOf = ({ parameters }: DocumentedOperation, valuesOf: ValuesOf, weight: number): fc.Arbitrary<string> => {
  const known = parameters.filter(each => each.in === 'query');
  const pairs = known.map(({ name, schema }) => {
    const usual = name === 'fields' ? fieldsOf(schema) : valuesOf(schema, name).map(encodeForQuery);
    return mostly(usual, edgeCasesInQuery, weight).map(value => `${name}=${value}`);
  });
  const unknown = fc.tuple(edgeCasesInQuery, edgeCasesInQuery).map(pair => pair.join('='));
  if (pairs.length === 0) return mostly(fc.constant(''), unknown, weight);
  const knownPairs = fc
    .subarray(pairs, { maxLength: Math.min(pairs.length, 4) })
    .chain(chosen => fc.tuple(...chosen).map(each => each.join('&')));
  const usualQuery = fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 3, arbitrary: knownPairs });
  // A repeated, unknown or too long parameter.
  const extraPair = fc.oneof(fc.oneof(...pairs), unknown, fc.constant('q=~long.1~'));
  return mostly(
    usualQuery,
    fc.tuple(knownPairs, extraPair).map(each => each.join('&')),
    weight,
  );
};

/** Few combinations, because each is a separate schema to compile. */
const fieldsOf = (schema: JsonSchema): fc.Arbitrary<string> => {
  const { enum: names } = schema['items'] as { enum: string[] };
  return fc.constantFrom('id', names.slice(0, 3).join(), names.slice(-4).join(), names.join());
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get'];

/** Mostly authorized callers, often the owner. */
const anyCaller = fc.oneof(
  { weight: 2, arbitrary: fc.constant('owner') },
  { weight: 8, arbitrary: fc.constantFrom('ada', 'ben', 'cleo', 'dan', 'eve', 'finn') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(callers)) },
);

/** True for writes with a precondition. If it fails, the write must not change anything. */
const isConditional = ({ method, headers }: Pick<Step, 'method' | 'headers'>): boolean =>
  method !== 'GET' && method !== 'HEAD' && headers.some(([name]) => name.startsWith('If-'));

/** Requests for one operation, by deviation. */
export const createStepsByDeviation = (
  operation: DocumentedOperation,
  valuesOf: ValuesOf,
): Record<Deviation, fc.Arbitrary<Step>> => {
  const bodies = createBodies(operation, valuesOf);
  const headers = createHeaderArbitraries(operation);
  const reads = fc.constantFrom(operation.method, operation.method, 'HEAD');
  const method = operation.method === 'GET' ? reads : fc.constant(operation.method);
  const level = (deviation: Deviation): fc.Arbitrary<Step> => {
    const weight = usualPerEdgeCase[deviation];
    const steps = fc.record({
      as: anyCaller,
      method: mostly(method, fc.constantFrom(...methods), weight * 3),
      path: pathsOf(operation, weight),
      query: queriesOf(operation, valuesOf, weight),
      headers: headers[deviation] ?? fc.constant([]),
      body: bodies[deviation] ?? fc.constant(null),
      checksUnchanged: fc.nat(7).map(dice => dice === 0 && operation.method !== 'GET'),
    });
    return steps.map(step => ({ ...step, checksUnchanged: step.checksUnchanged || isConditional(step) }));
  };
  return { 0: level(0), 1: level(1), 2: level(2) };
};

/** Requests for one operation: mostly valid, some nearly valid, some arbitrary. */
export const createSteps = (operation: DocumentedOperation, valuesOf: ValuesOf): fc.Arbitrary<Step> => {
  const levels = createStepsByDeviation(operation, valuesOf);
  return fc.oneof(
    { weight: 5, arbitrary: levels[0] },
    { weight: 3, arbitrary: levels[1] },
    { weight: 1, arbitrary: levels[2] },
  );
};
