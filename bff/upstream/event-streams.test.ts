import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPersonBrowsers, signInAsAdmin, startRealDesk } from '../testing/real-desk.ts';
import { createAppHeaders } from '../testing/signed-in-desk.ts';

/** Opens the stream of events of a signed-in person. `read` returns the text up to a match, or up to the end. */
const openStream = async (
  url: string,
  browser: Parameters<typeof createAppHeaders>[0]['browser'],
  lastEventId = '',
) => {
  const headers = { ...createAppHeaders({ browser }), accept: 'text/event-stream', 'last-event-id': lastEventId };
  const response = await fetch(`${url}/api/events`, { headers });
  assert.equal(response.status, 200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (pattern?: RegExp) => {
    while (pattern?.test(text) !== true) {
      const { done, value = '' } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += value;
    }
    return text;
  };
  return { headers: response.headers, read };
};

describe('a stream of events through the bff', () => {
  it('sends events unbuffered, continues at another bff, and ends with the session', async t => {
    const desk = await startRealDesk(t);
    const [person, other] = [
      createPersonBrowsers(desk.url, desk.api.url),
      createPersonBrowsers(desk.url, desk.api.url),
    ];
    for (const each of [person, other]) await signInAsAdmin(each);
    const stream = await openStream(desk.url, person.desk);
    assert.equal(stream.headers.get('x-accel-buffering'), 'no');
    const ready = await stream.read(/event: ready\n.*\n\n/);
    const body = JSON.stringify({ subject: 'Printer' });
    const headers = { 'content-type': 'application/json' };
    assert.equal((await other.desk.call('/api/tickets', { method: 'POST', headers, body })).status, 201);
    await stream.read(/event: ticket.created\n.*"Printer".*\n\n/);

    const lastId = /id: (\d+)/.exec(ready)?.[1];
    const next = await openStream(desk.otherUrl, person.desk, lastId);
    await next.read(/event: ticket.created\n/);
    const remaining = await openStream(desk.url, other.desk);
    await person.desk.call('/logout', { method: 'POST' });
    await stream.read();
    const event = /event: ticket.updated\n/;
    await other.desk.call('/api/tickets/1001', { method: 'PATCH', headers, body });
    assert.match(await remaining.read(event), event);
    assert.doesNotMatch(await stream.read(), event);
  });
});
