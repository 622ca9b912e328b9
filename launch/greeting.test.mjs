import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatGreeting } from './greeting.mjs';

/** @param {import('./log-view.mjs').FirstStart & { sampleData: boolean }} first */
const greet = ({ sampleData, ...firstStart }) =>
  formatGreeting({
    publicUrl: 'http://localhost:3000',
    apiPublicUrl: 'http://localhost:4000',
    adminEmail: 'admin@stardesk.local',
    sampleData,
    firstStart,
  });

describe('formatGreeting', () => {
  it('shows addresses and the password at the first start', () => {
    const text = greet({
      administrator: { email: 'admin@stardesk.local', password: 'correct-horse' },
      sampleData: true,
    });
    assert.match(text, /http:\/\/localhost:3000\n/);
    assert.match(text, /http:\/\/localhost:4000\/v1\n/);
    assert.match(text, /http:\/\/localhost:4000\/v1\/docs\n/);
    assert.match(text, /Sign in +admin@stardesk\.local\n +Password +correct-horse /);
    assert.match(text, /more agents/);
  });

  it('omits a password set in ADMIN_PASSWORD, and omits the agents on a desk without sample data', () => {
    const text = greet({ administrator: { email: 'me@example.com', password: undefined }, sampleData: false });
    assert.match(text, /me@example\.com\n +Password +the value of ADMIN_PASSWORD/);
    assert.doesNotMatch(text, /agents/);
  });

  it('explains at later starts how to set a new password', () => {
    const text = greet({ sampleData: true });
    assert.match(text, /Sign in as before/);
    assert.match(text, /npm run desk -- people set-password admin@stardesk\.local/);
    assert.doesNotMatch(text, /Password |agents/);
  });
});
