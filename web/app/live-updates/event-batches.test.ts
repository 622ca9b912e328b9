import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEventStream } from '../../api-client/connection/parse-event-stream.ts';
import { type EventBatch, toBatches } from './event-batches.ts';

const event = (id: number) => ({ id: String(id), type: 'ticket.updated', data: `{"id":"${id}"}` });

describe('toBatches', () => {
  it('joins the events of a chunk; `through` includes events that the person may not read', () => {
    const ready = { id: '7', type: 'ready', data: '{"id":"7"}' };
    const comment = { id: '11', type: '', data: '' };
    const events = [{ id: '8' }, { id: '9' }];
    assert.deepEqual([...toBatches(7, [ready, event(8), event(9), comment])], [{ after: 7, through: 11, events }]);
  });

  it('loses and repeats no event, wherever the stream is cut off', async () => {
    /** Parses the first bytes of a stream that starts after an event. */
    const read = async (after: number, bytes?: number) => {
      const ids = [8, 9, 10].filter(id => id > after);
      const text = ids.map(id => `id: ${id}\nevent: ticket.updated\ndata: {"id":"${id}","subject":"Où ?"}\n\n`);
      const body = new Blob([`retry: 2000\nid: ${after}\nevent: ready\ndata: {}\n\n`, ...text, ':\nid: 11\n\n']);
      const batches: EventBatch[] = [];
      for await (const blocks of parseEventStream(body.slice(0, bytes).stream()))
        batches.push(...toBatches(batches.at(-1)?.through ?? after, blocks));
      return { size: body.size, batches };
    };
    const { size } = await read(7);
    for (let bytes = 0; bytes <= size; bytes++) {
      const { batches } = await read(7, bytes);
      const rest = await read(batches.at(-1)?.through ?? 7);
      const ids = [...batches, ...rest.batches].flatMap(({ events }) => events?.map(({ id }) => id));
      assert.deepEqual(ids, ['8', '9', '10'], `cut after ${bytes} bytes`);
    }
  });

  it('returns an empty batch for a heartbeat, and none for presence', () => {
    const presence = { id: '7', type: 'presence', data: '{}' };
    const heartbeat = { id: '7', type: '', data: '' };
    assert.deepEqual([...toBatches(7, [presence])], []);
    assert.deepEqual([...toBatches(7, [presence, heartbeat])], [{ after: 7, through: 7, events: [] }]);
  });

  it('starts a new batch at a reset, even if the ids become lower', () => {
    const reset = { id: '3', type: 'reset', data: '{"id":"3"}' };
    assert.deepEqual(
      [...toBatches(7, [event(8), reset, event(4)])],
      [
        { after: 7, through: 8, events: [{ id: '8' }] },
        { after: 3, through: 3, events: null },
        { after: 3, through: 4, events: [{ id: '4' }] },
      ],
    );
  });
});
