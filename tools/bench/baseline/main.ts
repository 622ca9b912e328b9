import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { states } from '#contract/enums';
import { listen } from '#server/testing/listen';
import { serializeTicket } from './serialize.ts';
import { openBaselineStore } from './store.ts';

// Run by the benchmark with <SQLite file> <public URL of the API>. Returns the measured responses of the API without its
// conventions: only URL parsing between node:http and the store.

const [file = '', publicUrl = ''] = process.argv.slice(2);
const store = openBaselineStore(file);
const stateNames: readonly string[] = states;

/** A response; a 304 has no body. */
type BaselineResponse = { status: number; tag?: string; body?: unknown };

const server = createServer((request, response) => writeResponse(response, get(request)));
const port = await listen(server);
console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${port}`, port }));

function get({ url = '', headers }: IncomingMessage): BaselineResponse {
  const [path = '', query] = url.split('?', 2);
  const knownTag = headers['if-none-match'];
  return query === undefined
    ? getTicket(path.slice('/v1/tickets/'.length), knownTag)
    : listTickets(new URLSearchParams(query), knownTag);
}

function getTicket(id: string, knownTag: string | undefined): BaselineResponse {
  const row = store.ticket(id);
  if (row === undefined) return { status: 404 };
  const tag = `"${row.version}"`;
  return tag === knownTag ? { status: 304, tag } : { status: 200, tag, body: serializeTicket(row, publicUrl) };
}

/** Lists the tickets with a word, or else those in a state. */
function listTickets(parameters: URLSearchParams, knownTag: string | undefined): BaselineResponse {
  const tag = `W/"${store.changes()}"`;
  if (tag === knownTag) return { status: 304, tag };
  const word = parameters.get('q');
  const rows = word ? store.withWord(word) : store.inState(stateNames.indexOf(parameters.get('state') ?? ''));
  return { status: 200, tag, body: rows.map(row => serializeTicket(row, publicUrl)) };
}

/** Writes a response formatted like the API's: two spaces of indentation, a newline at the end. */
function writeResponse(response: ServerResponse, { status, tag, body }: BaselineResponse): void {
  response.statusCode = status;
  if (tag !== undefined) response.setHeader('ETag', tag);
  if (body === undefined) return void response.end();
  const text = `${JSON.stringify(body, null, 2)}\n`;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
