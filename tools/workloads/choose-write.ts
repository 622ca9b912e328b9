import type { Random } from '../../api/sample/random.ts';
import { type ExpectedResponse, type ExpectedResponses, getExpected } from './expected-responses.ts';
import { type ExpectedChanges, getOnlyId, type Write } from './write.ts';

const deleted: ExpectedResponse = { status: 410 };
const ticketPath = /^\/v1\/tickets\/[^/]+$/;
const messagePath = /^(\/v1\/tickets\/[^/]+)\/messages\/[^/]+$/;
const gistPath = /^\/v1\/gists\/[^/]+$/;
const viewPath = /^\/v1\/views\/[^/]+$/;
const personPath = /^\/v1\/people\/[^/]+$/;

/** The state of a writer: its expected resources and unique names. All writers share a gist for starring. */
export type WriterState = { random: Random; model: ExpectedResponses; name(): string; sharedGist: string };

/** Chooses the next write of an administrator to their own resources. */
export const chooseWrite = (writer: WriterState): Write => {
  const { random, model } = writer;
  const existing = (pattern: RegExp, createWrite: (writer: WriterState, path: string) => Write) => {
    const paths = [...model].flatMap(([path, { status }]) => (status === 200 && pattern.test(path) ? [path] : []));
    return paths.length === 0 ? [] : [() => createWrite(writer, random.pick(paths))];
  };
  const choices = [
    () => putTicket(writer),
    () => postTicket(writer),
    () => putGist(writer),
    () => postView(writer),
    () => postPerson(writer),
    () => toggleStar(writer, writer.sharedGist),
    ...existing(ticketPath, patchTicket),
    ...existing(ticketPath, patchTicket),
    ...existing(ticketPath, postMessage),
    ...existing(ticketPath, postMessage),
    ...existing(ticketPath, postMessage),
    ...existing(ticketPath, deleteTicket),
    ...existing(messagePath, patchMessage),
    ...existing(messagePath, deleteMessage),
    ...existing(gistPath, (state, path) => patch(state, path, { description: `Gist ${state.name()}` })),
    ...existing(gistPath, toggleStar),
    ...existing(gistPath, (_state, path) => remove([path, `${path}/star`])),
    ...existing(viewPath, (state, path) => patch(state, path, { name: `View ${state.name()}` })),
    ...existing(viewPath, (_state, path) => remove([path])),
    ...existing(personPath, patchPerson),
  ];
  return random.pick(choices)();
};

/** Creates a write to known paths. */
const change = (method: string, path: string, after: ExpectedChanges, body?: object): Write => ({
  ...{ method, path, ...(body && { body }) },
  changes: after.map(([changed]) => changed),
  getExpectedAfter: () => after,
});

const patch = ({ model }: WriterState, path: string, body: object): Write =>
  change('PATCH', path, [[path, nextVersion(model, path, body)]], body);

/** Creates a DELETE of the first path, which also deletes the other paths. */
const remove = (paths: readonly string[]): Write =>
  change(
    'DELETE',
    paths[0] ?? '',
    paths.map(path => [path, deleted]),
  );

/**
 * Creates a POST with an Idempotency-Key.
 *
 * @param unique the member that identifies the created resource in the list
 * @param filter of the list; without a filter, the created resource must be among the newest 100
 * @param defaults other members of the response
 * @param after the expected responses of other resources
 */
const post = (
  { name }: WriterState,
  path: string,
  {
    body,
    unique,
    filter = '',
    defaults = {},
    after = [],
  }: { body: object; unique: string; filter?: string; defaults?: object; after?: ExpectedChanges },
): Write => ({
  ...{ method: 'POST', path, body, key: name(), changes: after.map(([changed]) => changed) },
  getExpectedAfter: id => [[`${path}/${id}`, { status: 200, body: { ...body, ...defaults, version: 1 } }], ...after],
  async find(send) {
    const { rows } = await send('GET', `${path}?per_page=100&sort=-created_at${filter}`);
    return getOnlyId(rows.filter(row => row[unique] === Object(body)[unique]));
  },
});

const newTicket = { state: 'open', messages_count: 0 };

const putTicket = ({ name }: WriterState): Write => {
  const word = name();
  const path = `/v1/tickets/${word}`;
  const body = { subject: `Put ${word}`, customer_name: 'Ada', tags: ['put'] };
  return { ...change('PUT', path, [[path, { status: 200, body: { ...body, ...newTicket, version: 1 } }]], body), word };
};

const postTicket = (writer: WriterState): Write => {
  const word = writer.name();
  const body = { subject: `Posted ${word}` };
  return {
    ...post(writer, '/v1/tickets', { body, unique: 'subject', filter: `&q=${word}`, defaults: newTicket }),
    word,
  };
};

const patchTicket = (writer: WriterState, path: string): Write =>
  patch(writer, path, { state: writer.random.pick(['open', 'pending', 'closed']), tags: [writer.name()] });

const deleteTicket = ({ model }: WriterState, path: string): Write =>
  remove([path, ...[...model.keys()].filter(each => each.startsWith(`${path}/messages/`))]);

const postMessage = (writer: WriterState, ticket: string): Write => {
  const { random, model } = writer;
  const word = writer.name();
  const body = { body: `Said ${word}`, direction: random.pick(['in', 'out']) };
  const reopened = body.direction === 'in' ? { state: 'open' } : {};
  const after: ExpectedChanges = [
    [ticket, nextVersion(model, ticket, { ...reopened, messages_count: getMessageCount(model, ticket) + 1 })],
  ];
  return { ...post(writer, `${ticket}/messages`, { body, unique: 'body', after }), word };
};

const patchMessage = ({ model, name }: WriterState, path: string): Write => {
  const word = name();
  const ticket = getTicketPath(path);
  const body = { body: `Said better ${word}` };
  const after: ExpectedChanges = [
    [path, nextVersion(model, path, body)],
    [ticket, nextVersion(model, ticket)],
  ];
  return { ...change('PATCH', path, after, body), word };
};

const deleteMessage = ({ model }: WriterState, path: string): Write => {
  const ticket = getTicketPath(path);
  const fewer = { messages_count: getMessageCount(model, ticket) - 1 };
  return change('DELETE', path, [
    [path, deleted],
    [ticket, nextVersion(model, ticket, fewer)],
  ]);
};

const putGist = ({ name }: WriterState): Write => {
  const word = name();
  const path = `/v1/gists/${word}`;
  const description = `Gist ${word}`;
  const body = { description, files: { 'a.md': { content: word }, 'b.md': { content: '' } } };
  return change('PUT', path, [[path, { status: 200, body: { description, version: 1 } }]], body);
};

const toggleStar = ({ model }: WriterState, gist: string): Write => {
  const path = `${gist}/star`;
  const isStarred = getExpected(model, path).status === 204;
  return change(isStarred ? 'DELETE' : 'PUT', path, [[path, { status: isStarred ? 404 : 204 }]]);
};

const postView = (writer: WriterState): Write =>
  post(writer, '/v1/views', { body: { name: `View ${writer.name()}`, query: 'state=open' }, unique: 'name' });

const getEmail = (word: string): string => `${word}@desk.example`;

const postPerson = (writer: WriterState): Write => {
  const word = writer.name();
  const body = { name: `Person ${word}`, email: getEmail(word), role: writer.random.pick(['agent', 'viewer']) };
  return post(writer, '/v1/people', { body, unique: 'email', defaults: { disabled: false } });
};

/** Always changes a value, so that the version increases. */
const patchPerson = (writer: WriterState, path: string): Write => {
  const { disabled } = getExpected(writer.model, path).body ?? {};
  const word = writer.name();
  const changes = [{ name: `Person ${word}` }, { email: getEmail(word) }, { disabled: disabled !== true }];
  return patch(writer, path, writer.random.pick(changes));
};

/** Returns the expected resource at its next version. */
const nextVersion = (model: ExpectedResponses, path: string, changed: object = {}): ExpectedResponse => {
  const { status, body = {} } = getExpected(model, path);
  return { status, body: { ...body, ...changed, version: Number(body['version']) + 1 } };
};

const getMessageCount = (model: ExpectedResponses, ticket: string): number =>
  Number(getExpected(model, ticket).body?.['messages_count']);

const getTicketPath = (path: string): string => messagePath.exec(path)?.[1] ?? '';
