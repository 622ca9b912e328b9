import { deepEqual, equal, notDeepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { priorities, states } from '#contract/enums';
import { messageFields } from '#contract/messages';
import { ticketFields } from '#contract/tickets';
import { type GeneratorOptions, generateThreads } from './generate.ts';
import { toThreadRows } from './thread-rows.ts';

const now = Date.UTC(2026, 10, 20, 10, 12);
const agents = [
  { id: '1', name: 'Mara Okafor' },
  { id: '2', name: 'Jonas Weber' },
];
const generate = (options: Partial<GeneratorOptions> = {}) => [
  ...generateThreads({ seed: 7, count: 500, now, agents, ...options }),
];

describe('generated tickets', () => {
  it('are the same for the same seed and differ for another seed', () => {
    deepEqual(generate(), generate());
    notDeepEqual(generate(), generate({ seed: 8 }));
  });

  it('keep the limits of the contract', () => {
    const message = z.strictObject(messageFields);
    for (const thread of generate()) {
      z.strictObject(ticketFields).parse(thread.ticket);
      for (const { body, type, direction, author_name } of thread.messages) {
        message.parse({ body, type, direction, author_name });
      }
    }
  });

  it('are sorted by age within the last two years, and so are their messages', () => {
    const threads = generate();
    const times = threads.map(thread => thread.created_at);
    deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    equal((times[0] ?? 0) >= now - 731 * 86_400_000, true);
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
    equal(
      threads.some(({ ticket }) => ticket.assignee_id === null),
      true,
    );
    equal(
      threads.some(({ messages }) => messages.some(({ type }) => type === 'note')),
      true,
    );
    equal(
      threads.every(({ ticket, messages }) => ticket.state !== 'pending' || messages.at(-1)?.direction !== 'in'),
      true,
    );
  });

  it('use words of every frequency', () => {
    const threads = generate({ count: 20_000 });
    const tickets = new Map<string, number>();
    for (const { text } of threads.map(toThreadRows)) {
      for (const word of new Set(text.split(' '))) tickets.set(word, (tickets.get(word) ?? 0) + 1);
    }
    const shares = [...tickets].filter(([word]) => /^[a-z]+$/.test(word)).map(([, count]) => count / threads.length);
    const countWords = (min: number, max: number) => shares.filter(share => share >= min && share < max).length;
    equal(countWords(0.05, 0.2) > 5, true);
    equal(countWords(0.01, 0.05) > 20, true);
    equal(countWords(0.001, 0.01) > 50, true);
    equal(countWords(0.0001, 0.0004) > 10, true);
  });
});
