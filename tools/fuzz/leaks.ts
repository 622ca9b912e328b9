import type { Fault } from './faulty-proxy.ts';
import { createStep, faultAt, type InjectedFault } from './injected-faults.ts';
import type { Step } from './step.ts';

/** A private gist of cleo and a view of eve, created by the setup. */
const [gist, view] = ['/gists/~new.d~', '/views/~new.g~'];
const noneMatch: Step['headers'] = [['If-None-Match', '*']];
const stale: Step['headers'] = [['If-Match', '"0"']];
const files = { 'a.md': { content: 'A' } };

/** Forwards dan's matching requests as the owner's. */
const asOwner =
  (pattern: RegExp, owner = 'cleo'): Fault =>
  ({ as, method, address }, forward) =>
    forward(as === 'dan' && pattern.test(`${method} ${address}`) ? { as: owner } : {});

const countingOneMore: Fault = async (_, forward) => {
  const { headers, ...answer } = await forward();
  const total = headers['x-total-count'];
  return {
    ...answer,
    headers: { ...headers, ...(total !== undefined && { 'x-total-count': `${Number(total) + 1}` }) },
  };
};
const countInBody = faultAt(/envelope/, ({ body, ...answer }) => ({
  ...answer,
  body: body.replace(/"count": 0/, '"count": 1'),
}));

/** An error message that reveals the private resource. */
const revealingError: Fault = async (_, forward) => {
  const answer = await forward();
  if (answer.status !== 403) return answer;
  const [description] = Object.keys(JSON.parse((await forward({ as: 'cleo' })).body).files);
  return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), description }) };
};

/** Responses that reveal a private resource of another person. */
// biome-ignore format: a table is read by its columns
export const leaks: readonly InjectedFault<Step>[] = [
  ['by its id', createStep('dan', `GET ${gist}`), asOwner(/GET .*gists/), /^leak: .v1.gists.…\ndan saw the word zq\d+ocleo/],
  ['by its id, without its text', createStep('dan', `GET ${gist}?fields=id`), asOwner(/fields/), /^leak: .v1.gists.…\ndan saw what is private/],
  ['by its headers', createStep('dan', `HEAD ${gist}`), asOwner(/HEAD/), /^leak: .v1.gists.…\n.* what is private/],
  ['by a 304', createStep('dan', `GET ${gist}`, undefined, noneMatch), asOwner(/gists/), /^leak: .v1.gists.…\n.* what is private.*→ 304/s],
  ['by a 412', createStep('dan', `PUT ${gist}`, { files }, stale), asOwner(/PUT/), /^leak: .v1.gists.…\n.* the word .*→ 412/s],
  ['by a 422', createStep('dan', `PUT ${gist}`, { files: 7 }), asOwner(/PUT/), /^leak: .v1.gists.…\n.* what is private.*→ 422/s],
  ['by an error that names it', createStep('dan', `GET ${gist}`), revealingError, /^leak: .v1.gists.…\n.* the word .*→ 403/s],
  ['when overwritten by another person', createStep('dan', `PUT ${gist}`, { files, public: false }), asOwner(/PUT/), /^leak: .v1.gists.…\n.* what is private/],
  ['when deleted by another person', createStep('dan', `DELETE ${gist}`), asOwner(/DELETE/), /^leak: .v1.gists.…\n.*→ 204/s],
  ['when starred by another person', createStep('dan', `PUT ${gist}/star`), asOwner(/star/), /^leak: .v1.gists.….star\n.*→ 204/s],
  ['in a list', createStep('dan', 'GET /gists'), asOwner(/gists/), /^leak: .v1.gists\n.* the word zq\d+ocleo/],
  ['in a list of ids', createStep('dan', 'GET /gists?fields=id'), asOwner(/fields/), /^leak: .v1.gists\n.*gists.f\d+-d, which is private/],
  ['in an envelope', createStep('dan', 'GET /gists?fields=id&envelope=true'), asOwner(/fields/), /^leak: .v1.gists\n.*gists.f\d+-d, which is private/],
  ['in the list of starred gists', createStep('dan', 'GET /gists/starred?fields=id'), asOwner(/starred/), /^leak: .v1.gists.starred\n.*gists.f\d+-d, which/],
  ['by a search for its words', createStep('dan', 'GET /gists?q=~mark.1~&fields=id'), asOwner(/q=/), /^leak: .v1.gists\n.* the word zq\d+ocleon1zq/],
  ['by the count of a search', createStep('dan', 'GET /gists?q=~mark.1~&fields=id&count=true'), countingOneMore, /^leak: .v1.gists\n.* the word zq\d+ocleon1zq/],
  ['by a total', createStep('dan', 'GET /gists?owner_id=~person.6~&count=true'), countingOneMore, /^leak: .v1.gists\n.* how many hidden resources exist/],
  ['by a total in an envelope', createStep('dan', 'GET /gists?owner_id=~person.6~&envelope=true'), countInBody, /^leak: .v1.gists\n.* how many hidden resources exist/],
  ['in the change log', createStep('dan', 'GET /events?fields=resource,resource_id'), asOwner(/events/), /^leak: .v1.events\n.*gists.f\d+-d, which is private/],
  ['as a view', createStep('dan', `GET ${view}?fields=id`), asOwner(/fields/, 'eve'), /^leak: .v1.views.…\n.* what is private/],
  ['in a list of views', createStep('dan', 'GET /views?fields=id'), asOwner(/fields/, 'eve'), /^leak: .v1.views\n.*views.f\d+-g, which is private/],
];

/** Requests for the same resources with correct responses: by others, by the owner, and by all while they are public. */
export const correctRequests: readonly Step[] = [
  ...leaks.map(([, step]) => step),
  ...leaks.filter(([, { method }]) => method === 'GET').map(([, step]) => ({ ...step, as: 'cleo' })),
  createStep('cleo', `PATCH ${gist}`, { public: true }),
  createStep('dan', `GET ${gist}`),
  createStep('dan', 'GET /gists'),
  createStep('cleo', `PATCH ${gist}`, { public: false }),
  ...leaks.map(([, step]) => step),
];
