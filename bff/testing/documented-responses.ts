import assert from 'node:assert/strict';
import type { TestDesk } from './desk.ts';
import { sendRaw } from './signed-in-desk.ts';

/** A response parsed from the raw text. */
type ParsedResponse = { status: number; headers: ReadonlyMap<string, string>; body: string };

/** Parses a raw response; values of repeated headers are joined with line breaks. */
function parseRawResponse(wire: string): ParsedResponse {
  const text = wire.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [name = '', value = ''] = [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1)];
    const before = headers.get(name);
    headers.set(name, before === undefined ? value.trim() : `${before}\n${value.trim()}`);
  }
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
  const body = text.slice(end + 4);
  const isChunked = headers.get('transfer-encoding') === 'chunked';
  return { status: Number(status), headers, body: isChunked ? body.replace(/^[\da-f]+\r\n/, '') : body };
}

/** Sends a raw request line and header lines. */
export async function sendLine(desk: TestDesk, line: string, lines = ''): Promise<ParsedResponse> {
  const request = `${line} HTTP/1.1\r\nHost: desk.example\r\n${lines}Connection: close\r\n\r\n`;
  return parseRawResponse(await sendRaw(desk.url, request));
}

/** Checks the documented properties of every response. */
export function expectDocumentedResponse(desk: TestDesk, response: ParsedResponse, message: string): void {
  const { status, headers, body } = response;
  assert.ok(status >= 200 && status < 500, `${status} to ${message}`);
  const location = headers.get('location');
  assert.equal(status === 303, location !== undefined, message);
  if (location !== undefined) {
    const isAllowed =
      location.startsWith(`${desk.upstream.url}/oauth/authorize?`) || /^\/(?![/\\])[\x21-\x7e]*$/.test(location);
    assert.ok(isAllowed, `${location} after ${message}`);
  }
  if (headers.get('content-type')?.startsWith('application/json') && status >= 400 && body !== '') {
    assert.deepEqual(Object.keys(JSON.parse(body)), ['code', 'message', 'description'], message);
    assert.equal(Math.floor(JSON.parse(body).code / 100), status, message);
  }
  assert.equal(headers.has('x-injected'), false, message);
  assert.doesNotMatch(`${[...headers.values()]} ${body}`, /access-\d|refresh-\d|at \S+\.ts:\d/, message);
}
