import type fc from 'fast-check';
import { exampleCustomer, exampleTag } from '#contract/examples';
import type { Operation } from '#contract/operation';
import type { KnownOAuth } from '../../api/testing/arbitraries/oauth-endpoints.ts';
import { oauthRequests } from '../../api/testing/arbitraries/oauth-requests.ts';
import { noise, requestsFor } from '../../api/testing/arbitraries/raw-requests.ts';
import type { RawBytes } from './actions.ts';
import { callers } from './callers.ts';

const several = (kind: string): string[] => [0, 1, 2, 3].map(n => `~${kind}.${n}~`);

const ids = {
  ...{ ticket_id: several('ticket'), gist_id: several('gist'), view_id: several('view') },
  ...{ message_id: several('message'), person_id: several('extra'), email: [exampleCustomer.id] },
  name: [exampleTag.name],
};
const tokens = Object.keys(callers).map(name => `~token.${name}~`);

const sendTo =
  (target: RawBytes['to']) =>
  (bytes: string): RawBytes => ({ to: target, bytes });

/** Requests for an operation, with edge-case values in any part. */
export const bytesTo = (operation: Operation): fc.Arbitrary<RawBytes> =>
  requestsFor(operation, { ids, tokens }).map(sendTo('operation'));

/** Requests to the authorization server. */
export const oauthBytes = (known: KnownOAuth): fc.Arbitrary<RawBytes> => oauthRequests(known).map(sendTo('oauth'));

/** Bytes that are not an HTTP request. */
export const noiseBytes: fc.Arbitrary<RawBytes> = noise.map(sendTo('operation'));
