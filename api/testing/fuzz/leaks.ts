import type { Fault } from './faulty-layer.ts';
import { asks, faultAt, type PlantedFault } from './planted.ts';
import type { Step } from './step.ts';

/** Of the setting: what is cleo's alone, and a view of eve's. */
const [gist, view] = ['/gists/~new.d~', '/views/~new.g~'];
const tagged: Step['headers'] = [['If-None-Match', '*']];
const stale: Step['headers'] = [['If-Match', '"0"']];
const files = { 'a.md': { content: 'A' } };

/** Whatever dan asks like this is answered as if the owner had asked. */
const asOwner =
  (asked: RegExp, owner = 'cleo'): Fault =>
  ({ as, method, address }, ask) =>
    ask(as === 'dan' && asked.test(`${method} ${address}`) ? { as: owner } : {});

const countingOneMore: Fault = async (_, ask) => {
  const { headers, ...answer } = await ask();
  const total = headers['x-total-count'];
  return {
    ...answer,
    headers: { ...headers, ...(total !== undefined && { 'x-total-count': `${Number(total) + 1}` }) },
  };
};
const inItsBody = faultAt(/envelope/, ({ body, ...answer }) => ({
  ...answer,
  body: body.replace(/"count": 0/, '"count": 1'),
}));

/** A refusal that says what is refused. */
const tellingWhat: Fault = async (_, ask) => {
  const answer = await ask();
  if (answer.status !== 403) return answer;
  const [description] = Object.keys(JSON.parse((await ask({ as: 'cleo' })).body).files);
  return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), description }) };
};

/** Answers that tell of another person's private thing. */
// biome-ignore format: a table is read by its columns
export const leaks: readonly PlantedFault<Step>[] = [
  ['by its id', asks('dan', `GET ${gist}`), asOwner(/GET .*gists/), /^leak: .v1.gists.…\ndan was told the word zq\d+ocleo/],
  ['by its id, without its text', asks('dan', `GET ${gist}?fields=id`), asOwner(/fields/), /^leak: .v1.gists.…\ndan was told of what is private/],
  ['by its headers', asks('dan', `HEAD ${gist}`), asOwner(/HEAD/), /^leak: .v1.gists.…\n.* of what is private/],
  ['by a 304', asks('dan', `GET ${gist}`, undefined, tagged), asOwner(/gists/), /^leak: .v1.gists.…\n.* of what is private.*→ 304/s],
  ['by a 412', asks('dan', `PUT ${gist}`, { files }, stale), asOwner(/PUT/), /^leak: .v1.gists.…\n.* the word .*→ 412/s],
  ['by a 422', asks('dan', `PUT ${gist}`, { files: 7 }), asOwner(/PUT/), /^leak: .v1.gists.…\n.* of what is private.*→ 422/s],
  ['by a refusal that names it', asks('dan', `GET ${gist}`), tellingWhat, /^leak: .v1.gists.…\n.* the word .*→ 403/s],
  ['to whoever overwrites it', asks('dan', `PUT ${gist}`, { files, public: false }), asOwner(/PUT/), /^leak: .v1.gists.…\n.* of what is private/],
  ['to whoever deletes it', asks('dan', `DELETE ${gist}`), asOwner(/DELETE/), /^leak: .v1.gists.…\n.*→ 204/s],
  ['to whoever stars it', asks('dan', `PUT ${gist}/star`), asOwner(/star/), /^leak: .v1.gists.….star\n.*→ 204/s],
  ['in a list', asks('dan', 'GET /gists'), asOwner(/gists/), /^leak: .v1.gists\n.* the word zq\d+ocleo/],
  ['in a list of ids', asks('dan', 'GET /gists?fields=id'), asOwner(/fields/), /^leak: .v1.gists\n.*gists.f\d+-d, which is private/],
  ['in an envelope', asks('dan', 'GET /gists?fields=id&envelope=true'), asOwner(/fields/), /^leak: .v1.gists\n.*gists.f\d+-d, which is private/],
  ['among those with a star', asks('dan', 'GET /gists/starred?fields=id'), asOwner(/starred/), /^leak: .v1.gists.starred\n.*gists.f\d+-d, which/],
  ['by a search for its words', asks('dan', 'GET /gists?q=~mark.1~&fields=id'), asOwner(/q=/), /^leak: .v1.gists\n.* the word zq\d+ocleon1zq/],
  ['by how many a search finds', asks('dan', 'GET /gists?q=~mark.1~&fields=id&count=true'), countingOneMore, /^leak: .v1.gists\n.* the word zq\d+ocleon1zq/],
  ['by a total', asks('dan', 'GET /gists?owner_id=~person.6~&count=true'), countingOneMore, /^leak: .v1.gists\n.* how many it is not shown/],
  ['by a total in an envelope', asks('dan', 'GET /gists?owner_id=~person.6~&envelope=true'), inItsBody, /^leak: .v1.gists\n.* how many it is not shown/],
  ['in the change log', asks('dan', 'GET /events?fields=resource,resource_id'), asOwner(/events/), /^leak: .v1.events\n.*gists.f\d+-d, which is private/],
  ['as a view', asks('dan', `GET ${view}?fields=id`), asOwner(/fields/, 'eve'), /^leak: .v1.views.…\n.* of what is private/],
  ['in a list of views', asks('dan', 'GET /views?fields=id'), asOwner(/fields/, 'eve'), /^leak: .v1.views\n.*views.f\d+-g, which is private/],
];

/** What may be asked about the same things, and is answered rightly: by others, by their owner, and by all while they are open. */
export const rightQuestions: readonly Step[] = [
  ...leaks.map(([, asked]) => asked),
  ...leaks.filter(([, { method }]) => method === 'GET').map(([, asked]) => ({ ...asked, as: 'cleo' })),
  asks('cleo', `PATCH ${gist}`, { public: true }),
  asks('dan', `GET ${gist}`),
  asks('dan', 'GET /gists'),
  asks('cleo', `PATCH ${gist}`, { public: false }),
  ...leaks.map(([, asked]) => asked),
];
