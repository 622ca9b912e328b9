import { request } from 'undici';
import { addPeopleWithTokens } from '../../../api/oauth/testing/bench-people.ts';
import { openBenchDesk, openPostgresDesk } from '../desk.ts';
import { benchAgent } from '../generated-stores.ts';
import { percentile } from '../statistics.ts';
import { type Percentiles, type StreamCosts, tickets } from './measure-streams.ts';
import { openStream } from './open-stream.ts';
import { writeJson } from './write-json.ts';

/** Milliseconds from the request of a note until the notification of the mentioned person. */
export type NotificationDelay = { engine: StreamCosts['engine']; delay: Percentiles };

const mentions = 50;

/** Mentions a person in notes, one after another. */
export async function measureNotifications(engine: StreamCosts['engine']): Promise<NotificationDelay> {
  const desk = await (engine === 'sqlite' ? openBenchDesk(tickets) : openPostgresDesk(tickets));
  const streaming = new AbortController();
  try {
    const [token = ''] = await addPeopleWithTokens(desk.environment, benchAgent.email, 1, ['tickets:read']);
    const me = await request(`${desk.url}/v1/people/me`, { headers: { authorization: `Bearer ${token}` } });
    const { id } = (await me.body.json()) as { id: string };
    const note = { type: 'note', body: 'Please look.', mentions: [id] };
    let onNotification = () => {};
    await openStream(desk, token, streaming.signal, text => {
      if (text.includes('event: notification')) onNotification();
    });
    const delays: number[] = [];
    for (let number = 1; number <= mentions; number++) {
      const arrived = new Promise<void>(resolve => {
        onNotification = resolve;
      });
      const sentAt = performance.now();
      await writeJson(desk, 'POST', `/v1/tickets/${number}/messages`, note);
      await arrived;
      delays.push(performance.now() - sentAt);
    }
    return { engine, delay: { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) } };
  } finally {
    streaming.abort();
    await desk.stop();
  }
}
