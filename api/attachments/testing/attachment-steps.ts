import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before } from 'node:test';
import type { Attachment, Message, Ticket } from '#contract';
import type { Role } from '#contract/enums';
import { checks } from '../../check/checks.ts';
import { runChecks } from '../../check/run-checks.ts';
import type { TestApi } from '../../testing/api.ts';

type Options = { query?: string; as?: Role; type?: string; headers?: Record<string, string> };

/** Returns the SHA-256 of bytes in hexadecimal. */
export const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Creates the steps that upload files and send them on messages of one ticket. */
export const createAttachmentSteps = (api: () => TestApi) => {
  let thread: string;
  before(async () => {
    thread = `${(await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Printer' } })).body.url}/messages`;
  });
  const steps = {
    post: (
      text: string | Blob | ReadableStream,
      { query = '?name=a.txt', type = 'text/plain', ...rest }: Options = {},
    ) => api().call<Attachment>('POST', `/v1/attachments${query}`, { text, type, ...rest }),
    /** Uploads a file. @throws AssertionError unless it is stored */
    async upload(text = 'Hello', options?: Options): Promise<Attachment> {
      const response = await steps.post(text, options);
      assert.equal(response.status, 201, response.text);
      return response.body;
    },
    /** Sends a message with these files. */
    send: (ids: readonly string[], as: Role = 'agent') =>
      api().call<Message>('POST', thread, { as, body: { body: 'See the file.', attachment_ids: ids } }),
    /** Sends a message with these files. @throws AssertionError unless it is stored */
    async attach(...ids: string[]): Promise<Message> {
      const response = await steps.send(ids);
      assert.equal(response.status, 201, response.text);
      return response.body;
    },
    /** Stores a message under an id, as an import does. */
    importMessage: (id: string, body: object) => api().call<Message>('PUT', `${thread}/${id}`, { body }),
    get: <Body = Attachment>(url: string, as: Role = 'agent', headers = {}) =>
      api().call<Body>('GET', url, { as, headers }),
    patch: (url: string, body: object, as: Role = 'agent') => api().call<Message>('PATCH', url, { as, body }),
    /** Returns the findings of the database checks. */
    findInconsistencies: async () => (await runChecks(api().database, checks)).findings,
  };
  return steps;
};
