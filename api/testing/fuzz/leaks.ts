import type { Fault } from './faulty-layer.ts';
import { asks, faultAt, type PlantedFault } from './planted.ts';
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
export const leaks: readonly PlantedFault<Step>[] = [
  ['by its id', asks('dan', `GET ${gist}`), asOwner(/GET .*gists/), /^leak: .v1.gists.…\ndan saw the word zq\d+ocleo/],
  ['by its id, without its text', asks('dan', `GET ${gist}?fields=id`), asOwner(/fields/), /^leak: .v1.gists.…\ndan saw what is private/],
  ['by its headers', asks('dan', `HEAD ${gist}`), asOwner(/HEAD/), /^leak: .v1.gists.…\n.* what is private/],
  ['by a 304', asks('dan', `GET ${gist}`, undefined, noneMatch), asOwner(/gists/), /^leak: .v1.gists.…\n.* what is private.*→ 304/s],
  ['by a 412', asks('dan', `PUT ${gist}`, { files }, stale), asOwner(/PUT/), /^leak: .v1.gists.…\n.* the word .*→ 412/s],
  ['by a 422', asks('dan', `PUT ${gist}`, { files: 7 }), asOwner(/PUT/), /^leak: .v1.gists.…\n.* what is private.*→ 422/s],
  ['by an error that names it', asks('dan', `GET ${gist}`), revealingError, /^leak: .v1.gists.…\n.* the word .*→ 403/s],
  ['when overwritten by another person', asks('dan', `PUT ${gist}`, { files, public: false }), asOwner(/PUT/), /^leak: .v1.gists.…\n.* what is private/],
  ['when deleted by another person', asks('dan', `DELETE ${gist}`), asOwner(/DELETE/), /^leak: .v1.gists.…\n.*→ 204/s],
  ['when starred by another person', asks('dan', `PUT ${gist}/star`), asOwner(/star/), /^leak: .v1.gists.….star\n.*→ 204/s],
  ['in a list', asks('dan', 'GET /gists'), asOwner(/gists/), /^leak: .v1.gists\n.* the word zq\d+ocleo/],
  ['in a list of ids', asks('dan', 'GET /gists?fields=id'), asOwner(/fields/), /^leak: .v1.gists\n.*gists.f\d+-d, which is private/],
  ['in an envelope', asks('dan', 'GET /gists?fields=id&envelope=true'), asOwner(/fields/), /^leak: .v1.gists\n.*gists.f\d+-d, which is private/],
  ['in the list of starred gists', asks('dan', 'GET /gists/starred?fields=id'), asOwner(/starred/), /^leak: .v1.gists.starred\n.*gists.f\d+-d, which/],
  ['by a search for its words', asks('dan', 'GET /gists?q=~mark.1~&fields=id'), asOwner(/q=/), /^leak: .v1.gists\n.* the word zq\d+ocleon1zq/],
  ['by the count of a search', asks('dan', 'GET /gists?q=~mark.1~&fields=id&count=true'), countingOneMore, /^leak: .v1.gists\n.* the word zq\d+ocleon1zq/],
  ['by a total', asks('dan', 'GET /gists?owner_id=~person.6~&count=true'), countingOneMore, /^leak: .v1.gists\n.* how many hidden resources exist/],
  ['by a total in an envelope', asks('dan', 'GET /gists?owner_id=~person.6~&envelope=true'), countInBody, /^leak: .v1.gists\n.* how many hidden resources exist/],
  ['in the change log', asks('dan', 'GET /events?fields=resource,resource_id'), asOwner(/events/), /^leak: .v1.events\n.*gists.f\d+-d, which is private/],
  ['as a view', asks('dan', `GET ${view}?fields=id`), asOwner(/fields/, 'eve'), /^leak: .v1.views.…\n.* what is private/],
  ['in a list of views', asks('dan', 'GET /views?fields=id'), asOwner(/fields/, 'eve'), /^leak: .v1.views\n.*views.f\d+-g, which is private/],
];

/** Requests for the same resources with correct responses: by others, by the owner, and by all while they are public. */
export const rightQuestions: readonly Step[] = [
  ...leaks.map(([, step]) => step),
  ...leaks.filter(([, { method }]) => method === 'GET').map(([, step]) => ({ ...step, as: 'cleo' })),
  asks('cleo', `PATCH ${gist}`, { public: true }),
  asks('dan', `GET ${gist}`),
  asks('dan', 'GET /gists'),
  asks('cleo', `PATCH ${gist}`, { public: false }),
  ...leaks.map(([, step]) => step),
];
