import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { getMinimumLevel } from './log-line.mjs';
import { createLogView } from './log-view.mjs';

/** @type {string[]} */
let shown;
/** @param {string} [level] LOG_LEVEL */
const createView = level => createLogView({ minLevel: getMinimumLevel(level), print: line => shown.push(line) });
/** @param {number} level @param {string} msg @param {object} [more] */
const entry = (level, msg, more) => JSON.stringify({ level, time: 0, pid: 1, hostname: 'h', msg, ...more });

describe('the log view', () => {
  beforeEach(() => {
    shown = [];
  });

  it('shows warnings on one line, with the server’s name and details', () => {
    const { addLine } = createView();
    addLine('api', entry(30, 'request'));
    addLine('api', entry(40, 'slow query', { ms: 812, table: 'tickets' }));
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? '', /^\d\d:\d\d:\d\d api warn slow query ms=812 table=tickets$/);
  });

  it('shows entries of LOG_LEVEL and higher levels', () => {
    for (const level of ['silent', 'error', 'debug']) createView(level).addLine('bff', entry(20, 'refreshing'));
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? '', /bff debug refreshing$/);
  });

  it('shows an error with its stack, or with its message on the same line', () => {
    createView().addLine('api', entry(50, 'failed', { err: { message: 'no', stack: 'Error: no\n    at here' } }));
    createView().addLine('bff', entry(50, 'failed', { err: { message: 'outage: ECONNREFUSED' } }));
    assert.match(shown[0] ?? '', /api error failed\n {2}Error: no\n {6}at here$/);
    assert.match(shown[1] ?? '', /bff error failed \(outage: ECONNREFUSED\)$/);
  });

  it('shows only once a message that both servers print during their start', () => {
    const view = createView();
    assert.equal(view.hasPrintedPlainLine(), false);
    view.addLine('api', 'PUBLIC_URL must be an http or https URL');
    view.addLine('bff', 'PUBLIC_URL must be an http or https URL');
    assert.deepEqual(shown, ['PUBLIC_URL must be an http or https URL']);
    assert.equal(view.hasPrintedPlainLine(), true);

    view.finishStartup();
    assert.equal(view.hasPrintedPlainLine(), false);
    view.addLine('api', 'again');
    view.addLine('api', 'again');
    assert.equal(shown.length, 3);
  });

  it('stores the first administrator for the greeting and does not show the log line', () => {
    const { addLine, firstStart } = createView('debug');
    addLine('api', entry(30, 'administrator created', { email: 'admin@stardesk.local', password: 'once' }));
    assert.deepEqual(firstStart, { administrator: { email: 'admin@stardesk.local', password: 'once' } });
    assert.deepEqual(shown, []);
  });

  it('prints a malformed log entry unchanged', () => {
    createView().addLine('api', '{"level":40, cut');
    assert.deepEqual(shown, ['{"level":40, cut']);
  });
});
