import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { operations } from '#contract/all-operations';
import { roles, scopes } from '#contract/enums';
import { forEachApi, type TestApi } from '../api.ts';
import { type KnownResources, noise, requestsFor } from '../arbitraries/raw-requests.ts';
import { exchangeBytes } from '../raw-exchange.ts';
import { expectValidResponse } from './valid-response.ts';

/** Creates a token per role and several resources per type, because requests delete some. */
const prepare = async (api: TestApi): Promise<KnownResources> => {
  const names = Array.from({ length: 12 }, (_, index) => `known-${index}`);
  const put = async (address: string, body: unknown) => {
    const { status, text } = await api.call('PUT', `/v1${address}`, { body });
    assert.equal(status, 201, text);
  };
  for (const name of names) {
    await put(`/tickets/${name}`, { subject: 'Known' });
    await put(`/gists/${name}`, { files: { 'a.md': { content: 'a' } } });
    await put(`/views/${name}`, { name: 'Known', query: '', shared: true });
    for (const other of names.slice(0, 2)) await put(`/tickets/${name}/messages/${other}`, { body: 'Known' });
  }
  const person = { name: 'Known', email: 'known@desk.example', password: 'correct horse battery' };
  const { body } = await api.call<{ id: string }>('POST', '/v1/people', { as: 'admin', body: person });
  return {
    ids: { ticket_id: names, gist_id: names, view_id: names, message_id: names.slice(0, 2), person_id: [body.id] },
    tokens: await Promise.all(roles.map(role => api.createRoleToken(role, scopes))),
  };
};

forEachApi(
  api => {
    let known: KnownResources = { ids: {}, tokens: [] };
    before(async () => {
      known = await prepare(api());
    });

    /** Sends a request, checks the response and returns its status. */
    const send = async (request: string): Promise<number | null> => {
      const response = await exchangeBytes(api().url, Buffer.from(request, 'latin1'), 0);
      if (response !== null) expectValidResponse(response, request);
      return response?.status ?? null;
    };

    describe('random bytes', () => {
      it('get no 5xx from any operation, and errors have the standard shape', async () => {
        const statuses = new Set<number | null>();
        const requests = fc.constantFrom(...operations).chain(operation => requestsFor(operation, known));
        await fc.assert(
          fc.asyncProperty(requests, async request => void statuses.add(await send(request))),
          { numRuns: 300 },
        );
        // Otherwise every request was rejected early.
        for (const status of [200, 400, 404, 405, 422]) assert.ok(statuses.has(status), `no ${status}`);
      });

      it('get no 5xx if they are no HTTP request, and errors have the standard shape', async () => {
        await fc.assert(
          fc.asyncProperty(noise, async request => void (await send(request))),
          { numRuns: 60 },
        );
      });
    });
  },
  { halfOpen: true },
);
