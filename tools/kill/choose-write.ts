import type { Random } from '../../api/sample/random.ts';
import { type ExpectedResponse, type ExpectedResponses, getExpected } from './expected-responses.ts';
import { onlyId, type Write } from './write.ts';

const deleted: ExpectedResponse = { status: 410 };
const ticketPath = /^\/v1\/tickets\/[^/]+$/;
const messagePath = /^(\/v1\/tickets\/[^/]+)\/messages\/[^/]+$/;
const gistPath = /^\/v1\/gists\/[^/]+$/;
const viewPath = /^\/v1\/views\/[^/]+$/;
const personPath = /^\/v1\/people\/[^/]+$/;

/** The state of a writer: its expected resources, unique names, and a gist shared for starring. */
export type WriterState = { random: Random; model: ExpectedResponses; name(): string; sharedGist: string };

/** Chooses the next write of an administrator to their own resources. */
export const chooseWrite = (writer: WriterState): Write => {
  const { random, model } = writer;
  const those = (pattern: RegExp) => [...model].filter(([path, { status }]) => status === 200 && pattern.test(path));
  const of = (pattern: RegExp, make: (writer: WriterState, path: string) => Write) => {
    const paths = those(pattern).map(([path]) => path);
    return paths.length === 0 ? [] : [() => make(writer, random.pick(paths))];
  };
  const choices = [
    () => putTicket(writer),
    () => postTicket(writer),
    () => putGist(writer),
    () => postView(writer),
    () => postPerson(writer),
    () => toggleStar(writer, writer.sharedGist),
    ...of(ticketPath, patchTicket),
    ...of(ticketPath, patchTicket),
    ...of(ticketPath, postMessage),
    ...of(ticketPath, postMessage),
    ...of(ticketPath, postMessage),
    ...of(ticketPath, deleteTicket),
    ...of(messagePath, patchMessage),
    ...of(messagePath, deleteMessage),
    ...of(gistPath, patchGist),
    ...of(gistPath, toggleStar),
    ...of(gistPath, deleteGist),
    ...of(viewPath, patchView),
    ...of(viewPath, deleteResource),
    ...of(personPath, patchPerson),
  ];
  return random.pick(choices)();
};

const putTicket = ({ name }: WriterState): Write => {
  const word = name();
  const path = `/v1/tickets/${word}`;
  const body = { subject: `Put ${word}`, customer_name: 'Ada', tags: ['put'] };
  const getExpectedAfter = () => [
    [path, { status: 200, body: { ...body, state: 'open', version: 1, messages_count: 0 } }] as const,
  ];
  return { method: 'PUT', path, body, word, changes: [path], getExpectedAfter };
};

const postTicket = ({ name }: WriterState): Write => {
  const word = name();
  const body = { subject: `Posted ${word}` };
  return {
    ...{ method: 'POST', path: '/v1/tickets', body, key: name(), word, changes: [] },
    getExpectedAfter: id => [
      [`/v1/tickets/${id}`, { status: 200, body: { ...body, state: 'open', version: 1, messages_count: 0 } }],
    ],
    find: async ask => onlyId((await ask('GET', `/v1/tickets?q=${word}`)).rows),
  };
};

const patchTicket = ({ random, model, name }: WriterState, path: string): Write => {
  const body = { state: random.pick(['open', 'pending', 'closed']), tags: [name()] };
  return {
    method: 'PATCH',
    path,
    body,
    changes: [path],
    getExpectedAfter: () => [[path, nextVersion(model, path, body)]],
  };
};

const postMessage = ({ random, model, name }: WriterState, ticket: string): Write => {
  const word = name();
  const body = { body: `Said ${word}`, direction: random.pick(['in', 'out']) };
  const reopened = body.direction === 'in' ? { state: 'open' } : {};
  return {
    ...{ method: 'POST', path: `${ticket}/messages`, body, key: name(), word, changes: [ticket] },
    getExpectedAfter: id => [
      [`${ticket}/messages/${id}`, { status: 200, body: { ...body, version: 1 } }],
      [ticket, nextVersion(model, ticket, { ...reopened, messages_count: getMessageCount(model, ticket) + 1 })],
    ],
    async find(ask) {
      const { rows } = await ask('GET', `${ticket}/messages?per_page=100&sort=-created_at`);
      return onlyId(rows.filter(message => message['body'] === body.body));
    },
  };
};

const patchMessage = ({ model, name }: WriterState, path: string): Write => {
  const word = name();
  const ticket = getTicketPath(path);
  const body = { body: `Said better ${word}` };
  const getExpectedAfter = () => [
    [path, nextVersion(model, path, body)] as const,
    [ticket, nextVersion(model, ticket)] as const,
  ];
  return { method: 'PATCH', path, body, word, changes: [path, ticket], getExpectedAfter };
};

const deleteMessage = ({ model }: WriterState, path: string): Write => {
  const ticket = getTicketPath(path);
  const less = { messages_count: getMessageCount(model, ticket) - 1 };
  const getExpectedAfter = () => [[path, deleted] as const, [ticket, nextVersion(model, ticket, less)] as const];
  return { method: 'DELETE', path, changes: [path, ticket], getExpectedAfter };
};

const deleteTicket = ({ model }: WriterState, path: string): Write => {
  const messages = [...model.keys()].filter(each => each.startsWith(`${path}/messages/`));
  const all = [path, ...messages];
  return { method: 'DELETE', path, changes: all, getExpectedAfter: () => all.map(each => [each, deleted]) };
};

const putGist = ({ name }: WriterState): Write => {
  const word = name();
  const path = `/v1/gists/${word}`;
  const body = { description: `Gist ${word}`, files: { 'a.md': { content: word }, 'b.md': { content: '' } } };
  const facts = { status: 200, body: { description: body.description, version: 1 } };
  return { method: 'PUT', path, body, changes: [path], getExpectedAfter: () => [[path, facts]] };
};

const patchGist = ({ model, name }: WriterState, path: string): Write => {
  const body = { description: `Gist ${name()}` };
  return {
    method: 'PATCH',
    path,
    body,
    changes: [path],
    getExpectedAfter: () => [[path, nextVersion(model, path, body)]],
  };
};

const toggleStar = ({ model }: WriterState, gist: string): Write => {
  const path = `${gist}/star`;
  const [method, status] = getExpected(model, path).status === 204 ? ['DELETE', 404] : ['PUT', 204];
  return {
    method: String(method),
    path,
    changes: [path],
    getExpectedAfter: () => [[path, { status: Number(status) }]],
  };
};

const deleteGist = (_writer: WriterState, path: string): Write => {
  const all = [path, `${path}/star`];
  return { method: 'DELETE', path, changes: [path], getExpectedAfter: () => all.map(each => [each, deleted]) };
};

const postView = ({ name }: WriterState): Write => {
  const body = { name: `View ${name()}`, query: 'state=open' };
  return {
    ...{ method: 'POST', path: '/v1/views', body, key: name(), changes: [] },
    getExpectedAfter: id => [[`/v1/views/${id}`, { status: 200, body: { ...body, version: 1 } }]],
    async find(ask) {
      const { rows } = await ask('GET', '/v1/views?per_page=100&sort=-created_at');
      return onlyId(rows.filter(view => view['name'] === body.name));
    },
  };
};

const patchView = ({ model, name }: WriterState, path: string): Write => {
  const body = { name: `View ${name()}` };
  return {
    method: 'PATCH',
    path,
    body,
    changes: [path],
    getExpectedAfter: () => [[path, nextVersion(model, path, body)]],
  };
};

const getEmail = (word: string): string => `${word}@desk.example`;

const postPerson = ({ random, name }: WriterState): Write => {
  const word = name();
  const body = { name: `Person ${word}`, email: getEmail(word), role: random.pick(['agent', 'viewer']) };
  return {
    ...{ method: 'POST', path: '/v1/people', body, key: name(), changes: [] },
    getExpectedAfter: id => [[`/v1/people/${id}`, { status: 200, body: { ...body, disabled: false, version: 1 } }]],
    async find(ask) {
      const { rows } = await ask('GET', '/v1/people?per_page=100&sort=-created_at');
      return onlyId(rows.filter(person => person['email'] === body.email));
    },
  };
};

/** Always changes a value, so that the version increases. */
const patchPerson = ({ random, model, name }: WriterState, path: string): Write => {
  const { disabled } = getExpected(model, path).body ?? {};
  const word = name();
  const body = random.pick([{ name: `Person ${word}` }, { email: getEmail(word) }, { disabled: disabled !== true }]);
  return {
    method: 'PATCH',
    path,
    body,
    changes: [path],
    getExpectedAfter: () => [[path, nextVersion(model, path, body)]],
  };
};

const deleteResource = (_writer: WriterState, path: string): Write => ({
  ...{ method: 'DELETE', path, changes: [path] },
  getExpectedAfter: () => [[path, deleted]],
});

/** Returns the expected resource at its next version. */
const nextVersion = (model: ExpectedResponses, path: string, changed: object = {}): ExpectedResponse => {
  const { status, body = {} } = getExpected(model, path);
  return { status, body: { ...body, ...changed, version: Number(body['version']) + 1 } };
};

const getMessageCount = (model: ExpectedResponses, ticket: string): number =>
  Number(getExpected(model, ticket).body?.['messages_count']);

const getTicketPath = (path: string): string => messagePath.exec(path)?.[1] ?? '';
