import { request as openRequest } from 'node:http';
import type { BenchDesk } from '../desk.ts';

/**
 * Opens a stream of events. Resolves when the stream is ready.
 *
 * @param onText receives each received part
 * @param onEnd called when the server ends the stream
 */
export const openStream = (
  { url }: BenchDesk,
  token: string,
  signal: AbortSignal,
  onText: (text: string) => void,
  onEnd = () => {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const stream = openRequest(`${url}/v1/events`, { agent: false, headers, signal });
    stream.on('error', reject).on('response', response => {
      if (response.statusCode !== 200) reject(new Error(`A stream returned ${response.statusCode}.`));
      // Ignores the error of an abort.
      response.on('error', () => undefined).on('end', onEnd);
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: ready')) resolve();
        onText(text);
      });
    });
    stream.end();
  });
