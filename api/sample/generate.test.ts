import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { priorities, states } from '#contract/enums';
import { type GeneratorOptions, generateThreads } from './generate.ts';

const now = Date.UTC(2026, 10, 20, 10, 12);
const agents = [
  { id: '1', name: 'Mara Okafor' },
  { id: '2', name: 'Jonas Weber' },
];
const generate = (options: Partial<GeneratorOptions> = {}) => [
  ...generateThreads({ seed: 7, count: 500, now, agents, ...options }),
];

describe('generated tickets', () => {
  it('are the same for the same options, and differ for a different seed', () => {
    deepEqual(generate(), generate());
    notDeepEqual(generate(), generate({ seed: 8 }));
  });

  it('are from the last two years, sorted oldest first, as are their messages', () => {
    const threads = generate();
    const times = threads.map(thread => thread.created_at);
    deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    ok((times[0] ?? 0) >= now - 731 * 86_400_000);
    for (const { created_at, closed_at, messages } of threads) {
      const threadTimes = [
        created_at,
        ...messages.map(message => message.created_at),
        ...(closed_at ? [closed_at] : []),
        now,
      ];
      deepEqual(
        threadTimes,
        threadTimes.toSorted((a, b) => a - b),
      );
    }
  });

  it('include every state and priority, unassigned tickets and notes', () => {
    const threads = generate({ count: 5000 });
    equal(new Set(threads.map(({ ticket }) => ticket.state)).size, states.length);
    equal(new Set(threads.map(({ ticket }) => ticket.priority)).size, priorities.length);
    ok(threads.some(({ ticket }) => ticket.assignee_id === null));
    ok(threads.some(({ messages }) => messages.some(({ type }) => type === 'note')));
    ok(threads.every(({ ticket, messages }) => ticket.state !== 'pending' || messages.at(-1)?.direction !== 'in'));
  });
});
