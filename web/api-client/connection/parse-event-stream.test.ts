import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseEventStream, type StreamBlock } from './parse-event-stream.ts';

/** Parses a text that arrives in chunks of these sizes in bytes. The rest is the last chunk. */
async function parse(text: string, sizes: readonly number[]): Promise<StreamBlock[]> {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      let start = 0;
      for (const size of sizes) {
        controller.enqueue(bytes.slice(start, start + size));
        start += size;
      }
      controller.enqueue(bytes.slice(start));
      controller.close();
    },
  });
  const blocks: StreamBlock[] = [];
  for await (const chunk of parseEventStream(body)) blocks.push(...chunk);
  return blocks;
}

describe('parseEventStream', () => {
  const text = [
    'retry: 2000\nid: 7\nevent: ready\ndata: {"id":"7"}\n\n',
    'id: 8\nevent: ticket.updated\ndata: {"subject":"Où est : ma facture ?"}\n\n',
    ':\nid: 9\n\n',
    'event: presence\ndata: {"people":[]}\n\n',
    'data: one\ndata: two\n\n',
    'id: 10\nevent: ticket.closed\ndata: cut off',
  ].join('');
  const blocks = [
    { id: '7', type: 'ready', data: '{"id":"7"}' },
    { id: '8', type: 'ticket.updated', data: '{"subject":"Où est : ma facture ?"}' },
    { id: '9', type: '', data: '' },
    { id: '9', type: 'presence', data: '{"people":[]}' },
    { id: '9', type: '', data: 'one\ntwo' },
  ];

  it('returns every complete block, however the stream is cut into chunks', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 20 });
    await fc.assert(fc.asyncProperty(sizes, async sizes => assert.deepEqual(await parse(text, sizes), blocks)));
  });
});
