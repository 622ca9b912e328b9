/** A block of a stream of server-sent events. A comment with an `id` has no type and no data. */
export type StreamBlock = { id: string; type: string; data: string };

/**
 * Parses a stream of server-sent events (HTML Standard, 9.2.6). Lines end with LF, as the API sends them. Yields all
 * complete blocks of each received chunk. `id` is the last id that the stream has sent; empty before the first id.
 */
export async function* parseEventStream(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamBlock[]> {
  let id = '';
  let rest = '';
  // Safari cannot iterate over a stream.
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const parts = (rest + read.value).split('\n\n');
    rest = parts.pop() ?? '';
    const blocks = parts.map(part => {
      const fields = parseFields(part);
      id = fields.get('id') ?? id;
      return { id, type: fields.get('event') ?? '', data: fields.get('data') ?? '' };
    });
    if (blocks.length > 0) yield blocks;
  }
}

/** Returns the fields of a block. Joins the lines of a repeated field; a comment has an empty name. */
function parseFields(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return fields;
}
