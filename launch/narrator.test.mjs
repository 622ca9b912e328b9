import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { leastShown } from './log-line.mjs';
import { createNarrator } from './narrator.mjs';

/** @type {string[]} */
let shown;
/** @param {string} [level] LOG_LEVEL */
const listen = level => createNarrator({ least: leastShown(level), print: line => shown.push(line) });
/** @param {number} level @param {string} msg @param {object} [more] */
const entry = (level, msg, more) => JSON.stringify({ level, time: 0, pid: 1, hostname: 'h', msg, ...more });

describe('a narrator', () => {
  beforeEach(() => {
    shown = [];
  });

  it('shows warnings and worse on one line, with the server’s name and the details', () => {
    const { hear } = listen();
    hear('api', entry(30, 'request'));
    hear('api', entry(40, 'slow query', { ms: 812, table: 'tickets' }));
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? '', /^\d\d:\d\d:\d\d api warn slow query ms=812 table=tickets$/);
  });

  it('shows what LOG_LEVEL asks for', () => {
    for (const level of ['silent', 'error', 'info']) listen(level).hear('bff', entry(40, 'slow'));
    assert.equal(shown.length, 1);
  });

  it('shows details when a low level is asked for', () => {
    listen('debug').hear('bff', entry(20, 'refreshing'));
    assert.match(shown[0] ?? '', /bff debug refreshing$/);
  });

  it('shows an error with its stack, or without one its message on the same line', () => {
    listen().hear('api', entry(50, 'failed', { err: { message: 'no', stack: 'Error: no\n    at here' } }));
    listen().hear('bff', entry(50, 'failed', { err: { message: 'outage: ECONNREFUSED' } }));
    assert.match(shown[0] ?? '', /api error failed\n {2}Error: no\n {6}at here$/);
    assert.match(shown[1] ?? '', /bff error failed \(outage: ECONNREFUSED\)$/);
  });

  it('shows a sentence once, though both servers say it at the start', () => {
    const narrator = listen();
    assert.equal(narrator.hasSpoken(), false);
    narrator.hear('api', 'PUBLIC_URL must be an http or https address');
    narrator.hear('bff', 'PUBLIC_URL must be an http or https address');
    assert.deepEqual(shown, ['PUBLIC_URL must be an http or https address']);
    assert.equal(narrator.hasSpoken(), true);

    narrator.endStart();
    assert.equal(narrator.hasSpoken(), false);
    narrator.hear('api', 'again');
    narrator.hear('api', 'again');
    assert.equal(shown.length, 3);
  });

  it('keeps the first administrator for the greeting and shows the password nowhere else', () => {
    const { hear, news } = listen('debug');
    hear('api', entry(30, 'administrator created', { email: 'admin@stardesk.local', password: 'once' }));
    assert.deepEqual(news, { administrator: { email: 'admin@stardesk.local', password: 'once' } });
    assert.deepEqual(shown, []);
  });

  it('takes what only looks like an entry for a sentence', () => {
    listen().hear('api', '{"level":40, cut');
    assert.deepEqual(shown, ['{"level":40, cut']);
  });
});
