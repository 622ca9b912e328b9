import type { Event } from '#contract';
import type { StreamBlock } from '../../api-client/connection/parse-event-stream.ts';

/** All events after the event `after`, up to `through`. `events` is null if anything may have changed. */
export type EventBatch = { after: number; through: number; events: readonly Event[] | null };

/**
 * Splits blocks into batches. A reset starts a new batch. Without events, a heartbeat or `ready` makes an empty batch.
 * Presence and notifications are in no batch.
 *
 * @param position the id of the last known event
 */
export function* toBatches(position: number, blocks: readonly StreamBlock[]): Generator<EventBatch> {
  let after = position;
  let through = position;
  let events: Event[] = [];
  for (const { id, type, data } of blocks) {
    if (type === 'reset') {
      if (through > after) yield { after, through, events };
      after = through = Number(id);
      events = [];
      yield { after, through, events: null };
    } else if (Number(id) > through) {
      through = Number(id);
      if (data !== '') events.push(JSON.parse(data) as Event);
    }
  }
  if (through > after || blocks.some(({ type }) => type === '' || type === 'ready')) yield { after, through, events };
}
