import type { Fault, ProxyResponse } from './faulty-proxy.ts';
import { createStep, faultAt, type InjectedFault } from './injected-faults.ts';
import type { Move } from './step.ts';

const ticket = createStep('cleo', 'GET /tickets/~new.a~');
const change = { ...createStep('cleo', 'PATCH /tickets/~new.a~', { subject: 'Another' }), checksUnchanged: true };
const unknown = createStep('cleo', 'GET /tickets?colour=red');
const elsewhere = createStep('ada', 'DELETE /tickets');
const bytes = (line: string): Move => ({
  to: line.includes('/oauth') ? 'oauth' : 'operation',
  bytes: `${line} HTTP/1.1\r\nHost: desk\r\n\r\n`,
});
const [anonymous, page] = [bytes('GET /v1/tickets'), bytes('GET /oauth/authorize')];

const errorBody = (code: number, more = {}) => ({ code, message: 'No', description: 'No.', ...more });
const answering = (status: number, body: object) => (answer: ProxyResponse) => ({
  ...answer,
  status,
  body: JSON.stringify(body),
});
const withMembers = (more: object) => (answer: ProxyResponse) =>
  answering(answer.status, { ...JSON.parse(answer.body), ...more })(answer);
const withHeaders = (more: Record<string, string>) => (answer: ProxyResponse) => ({
  ...answer,
  headers: { ...answer.headers, ...more },
});
const without =
  (name: string) =>
  ({ headers: { [name]: _, ...headers }, ...answer }: ProxyResponse) => ({ ...answer, headers });

type Change = (answer: ProxyResponse) => ProxyResponse | null;

const onTicket = (changed: Change) => faultAt(/GET \/v1\/tickets\/f/, changed);
const onPage = (changed: Change) => faultAt(/GET \/oauth/, changed);
const onBytes = (changed: Change) => faultAt(/anonymous GET \/v1\/tickets$/, changed);

const truncate: Change = ({ body, ...answer }) => ({ ...answer, body: body.slice(0, 9) });
const addScript: Change = ({ body, ...answer }) => ({ ...answer, body: `${body}<script>` });
const acceptUnknown: Fault = ({ address }, forward) =>
  forward(address.includes('colour') ? { address: '/v1/tickets' } : {});
const rejectPrecondition: Change = answer =>
  withHeaders({ 'cache-control': 'no-store' })(answering(412, errorBody(41200))(answer));
const redirectElsewhere: Change = answer => ({
  ...answer,
  status: 303,
  headers: { location: 'https://evil.example/' },
});

/** Responses that are always invalid. */
// biome-ignore format: a table is read by its columns
export const invalidResponses: readonly InjectedFault[] = [
  ['a 500', ticket, onTicket(answering(500, errorBody(50000))), /^5xx: getTicket 500/],
  ['a 503 without a cause', ticket, onTicket(answering(503, errorBody(50300))), /^5xx: getTicket 503/],
  ['a 500 to one of several concurrent requests', { concurrent: [unknown, ticket] }, onTicket(answering(500, {})), /^5xx: getTicket 500/],
  ['no response', ticket, onTicket(() => null), /^no response: GET .v1.tickets.~new.a~\n.*closed/],
  ['truncated JSON', ticket, onTicket(truncate), /^no response: GET .v1.tickets.~new.a~\n.*JSON/],
  ['an undocumented status', ticket, onTicket(answering(202, {})), /^undocumented: getTicket 202\n.*no 202/s],
  ['an undocumented member', ticket, onTicket(withMembers({ colour: 'red' })), /^undocumented: getTicket 200\n.*colour/s],
  ['a member of the wrong type', ticket, onTicket(withMembers({ subject: 7 })), /^undocumented: getTicket 200\n.*subject must be string/s],
  ['a missing member', ticket, onTicket(withMembers({ version: undefined })), /^undocumented: getTicket 200\n.*required.*version/s],
  ['a missing header', ticket, onTicket(without('etag')), /^undocumented: getTicket 200\n.*header ETag is missing/s],
  ['a missing rate limit header', ticket, onTicket(without('x-rate-limit-remaining')), /^undocumented: getTicket 200\n.*Remaining is missing/s],
  ['a header of other responses', ticket, onTicket(withHeaders({ location: '/' })), /^undocumented: getTicket 200\n.*undocumented: Location/s],
  ['a code of another operation', ticket, onTicket(answering(404, errorBody(40403))), /^undocumented: getTicket 404\n.*code 40403/s],
  ['an error with the wrong shape', ticket, onTicket(answering(404, { error: 'no' })), /^undocumented: getTicket 404\n.*required.*code/s],
  ['an accepted unknown parameter', unknown, acceptUnknown, /^undocumented: listTickets 200\n.*parameter colour/s],
  ['a success of an unknown operation', elsewhere, faultAt(/DELETE/, answering(200, {})), /^undocumented: DELETE elsewhere 200\n.*no such operation/s],
  ['a rejected request that changes data', change, faultAt(/PATCH/, rejectPrecondition), /^changed by a rejected request: updateTicket\n/],
  ['a 502 to bytes', anonymous, onBytes(answering(502, {})), /^5xx: bytes GET 502/],
  ['an error to bytes with an undocumented member', anonymous, onBytes(answering(401, errorBody(40100, { stack: 'at' }))), /^malformed error: bytes GET 401\n.*stack/s],
  ['an error to bytes that is not JSON', anonymous, onBytes(withHeaders({ 'content-type': 'text/html' })), /^malformed error: bytes GET 401\n.*text.html/s],
  ['a 500 of the authorization server', page, onPage(answering(500, {})), /^5xx: oauth .oauth.authorize 500/],
  ['a page that can be framed', page, onPage(without('content-security-policy')), /^undocumented: oauth .oauth.authorize 400\n/],
  ['a page that caches may store', page, onPage(without('cache-control')), /^undocumented: oauth .oauth.authorize 400\n/],
  ['a script on a page', page, onPage(addScript), /^undocumented: oauth .oauth.authorize 400\n/],
  ['a redirect to anywhere', page, onPage(redirectElsewhere), /^undocumented: oauth .oauth.authorize 303\n.*evil/s],
];
