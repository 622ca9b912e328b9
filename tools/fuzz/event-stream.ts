import { FuzzFinding } from './finding.ts';

/** A stream of events that stays open while a sequence runs. */
export type EventStream = {
  /**
   * Returns all text up to an event, or up to the end of the stream.
   * @throws FuzzFinding if the event does not arrive within 30 seconds
   */
  readThrough(id: string): Promise<string>;
  close(): void;
};

/** Opens the stream of a caller. @throws FuzzFinding if the response is not a stream */
export const openEventStream = async (url: string, authorization: string): Promise<EventStream> => {
  const closing = new AbortController();
  const headers = { authorization, accept: 'text/event-stream' };
  const response = await fetch(`${url}/v1/events`, { headers, signal: closing.signal });
  if (response.status !== 200 || response.body === null)
    throw new FuzzFinding('no stream', String(response.status), await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async readThrough(id) {
      const late = new FuzzFinding('no event', '/v1/events', `The event ${id} did not arrive within 30 seconds.`);
      const timeout = setTimeout(() => closing.abort(late), 30_000);
      try {
        while (!text.includes(`id: ${id}\n`)) {
          const { done, value } = await reader.read();
          if (done) break;
          text += value;
        }
      } finally {
        clearTimeout(timeout);
      }
      return text;
    },
    close: () => closing.abort(),
  };
};
