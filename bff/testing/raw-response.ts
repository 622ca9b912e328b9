/** A response parsed from the raw text. */
export type ParsedResponse = { status: number; headers: ReadonlyMap<string, string>; body: string };

/** Parses a raw response; values of repeated headers are joined with line breaks. */
export function parseRawResponse(wire: string): ParsedResponse {
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
