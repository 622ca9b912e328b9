import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Attachment, Limits, Message, Ticket } from '#contract';
import { defaultSettings } from '#contract/default-settings';
import type { Role } from '#contract/enums';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { encodeLocation } from '../files/driver.ts';
import { forEachApi } from '../testing/api.ts';

const day = 86_400_000;

const { max_file_bytes: maxFileBytes, unattached_bytes: maxUnattachedBytes } = defaultSettings.limits;

const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const digest = (bytes: string) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

forEachApi(api => {
  let thread: string;
  before(async () => {
    thread = `${(await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Printer' } })).body.url}/messages`;
  });

  type Options = { query?: string; as?: Role; type?: string; headers?: Record<string, string> };
  const post = (
    text: string | Blob | ReadableStream,
    { query = '?name=a.txt', type = 'text/plain', ...rest }: Options = {},
  ) => api().call<Attachment>('POST', `/v1/attachments${query}`, { text, type, ...rest });
  const upload = async (text = 'Hello', options?: Options) => {
    const response = await post(text, options);
    assert.equal(response.status, 201, response.text);
    return response.body;
  };
  const send = (ids: readonly string[], as: Role = 'agent') =>
    api().call<Message>('POST', thread, { as, body: { body: 'See the file.', attachment_ids: ids } });
  const attach = async (...ids: string[]) => {
    const response = await send(ids);
    assert.equal(response.status, 201, response.text);
    return response.body;
  };
  const get = <Body = Attachment>(url: string, as: Role = 'agent', headers = {}) =>
    api().call<Body>('GET', url, { as, headers });
  const patch = (url: string, body: object, as: Role = 'agent') => api().call<Message>('PATCH', url, { as, body });

  describe('POST of a file', () => {
    it('201 stores its bytes with their type and uploader', async () => {
      const response = await post('Hello', { query: '?name=a%2Fb.txt', type: 'text/plain; charset=utf-8' });
      assert.deepEqual([response.status, response.headers.get('location')], [201, response.body.url]);
      assert.partialDeepStrictEqual(response.body, {
        ...{ name: 'a_b.txt', size: 5, sha256: hash('Hello'), type: 'application/octet-stream' },
        ...{ declared_type: 'text/plain; charset=utf-8', width: null, height: null, inline: false, scan: 'off' },
        ...{ uploader_id: api().people.agent.id, ticket_id: null, message_id: null, version: 1 },
      });
      assert.equal((await get(`${response.body.url}/content`)).text, 'Hello');
    });

    it('201 for an empty file without a name, and for equal bytes', async () => {
      const empty = await upload('', { query: '' });
      assert.deepEqual([empty.name, empty.size], ['file', 0]);
      assert.equal((await get(`${empty.url}/content`)).text, '');
      const [first, second] = await Promise.all([upload('Same'), upload('Same')]);
      assert.notEqual(first.id, second.id);
    });

    it('201 for 25 MB; 413 with the size and the limit for a larger file', async () => {
      const bytes = randomBytes(maxFileBytes);
      const { sha256, url } = await upload(new Blob([bytes]) as never);
      assert.equal(sha256, hash(bytes));
      const large = await post('x'.repeat(maxFileBytes + 1));
      assert.deepEqual([large.status, large.body.code], [413, 41301]);
      assert.partialDeepStrictEqual(large.body, { description: 'The file is 25.1 MB. The limit is 25 MB.' });
      const stream = new Blob(['x'.repeat(maxFileBytes + 1)]).stream();
      assert.equal((await post(stream)).body.code, 41301);
      assert.equal((await api().call('DELETE', url)).status, 204);
    });

    it('201 if Content-Digest matches, 422 if not', async () => {
      assert.equal((await post('Hello', { headers: { 'Content-Digest': digest('Hello') } })).status, 201);
      const both = `sha-512=:AAAA:, ${digest('Hello')}`;
      assert.equal((await post('Hello', { headers: { 'Content-Digest': both } })).status, 201);
      for (const invalid of [digest('Hullo'), 'sha-256=:x:', 'sha-256=x'])
        assert.equal(
          (await post('Hello', { headers: { 'Content-Digest': invalid } })).body.errors?.[0]?.field,
          'Content-Digest',
        );
    });

    it('201 with the first file for the same Idempotency-Key; 422 with other bytes or another name', async () => {
      const headers = { 'Idempotency-Key': 'once' };
      const first = await post('Once', { headers });
      const again = await post('Once', { headers });
      assert.deepEqual(
        [again.status, again.body, again.headers.get('idempotency-replayed')],
        [201, first.body, 'true'],
      );
      assert.equal((await post('Twice', { headers })).body.code, 42201);
      assert.equal((await post('Once', { headers, query: '?name=b.txt' })).body.code, 42201);
    });

    it('415 for a compressed body, 422 for a long name', async () => {
      assert.equal((await post('x', { headers: { 'Content-Encoding': 'gzip' } })).status, 415);
      assert.equal((await post('x', { query: `?name=${'x'.repeat(256)}` })).status, 422);
    });

    it("413 when a person's unattached files exceed 200 MB, until a file is deleted", async () => {
      const { id } = await upload('x', { as: 'admin' });
      await api().database.transaction(writes =>
        writes
          .updateTable('attachments')
          .set({ size: maxUnattachedBytes - 2 })
          .where('id', '=', id)
          .execute(),
      );
      assert.equal((await post('1234', { as: 'admin' })).body.code, 41302);
      const attempts = await Promise.all(['1', '2', '3', '4'].map(text => post(text, { as: 'admin' })));
      assert.deepEqual(attempts.map(({ status }) => status).sort(), [201, 201, 413, 413]);
      assert.equal((await api().call('DELETE', `/v1/attachments/${id}`, { as: 'admin' })).status, 204);
      assert.equal((await post('1234', { as: 'admin' })).status, 201);
    });

    it('201 for a copy of a readable file; 422 for a copy of an unreadable file, and for a copy with a body', async () => {
      const { id } = await upload('Copied');
      await attach(id);
      const copy = await api().call<Attachment>('POST', `/v1/attachments?copy_of=${id}`, { as: 'admin' });
      assert.deepEqual([copy.status, copy.body.sha256, copy.body.name], [201, hash('Copied'), 'a.txt']);
      const hidden = await upload('Hidden');
      for (const [query, as] of [
        [hidden.id, 'admin'],
        ['nowhere', 'agent'],
      ] as const)
        assert.equal(
          (await api().call('POST', `/v1/attachments?copy_of=${query}`, { as })).body.errors?.[0]?.code,
          1013,
        );
      assert.equal((await post('x', { query: `?copy_of=${id}` })).status, 422);
    });
  });

  describe('GET of the content', () => {
    const text = '0123456789';
    let url: string;
    before(async () => {
      url = `${(await upload(text, { query: '?name=Ärger.txt' })).url}/content`;
    });
    const read = async (headers: Record<string, string>, method = 'GET') => {
      const response = await api().call(method, url, { headers });
      return [response.status, response.text, response.headers.get('content-range')];
    };

    it('200 as a download, with the length, type and name of the file', async () => {
      const { headers } = await get(url);
      const names = ['content-length', 'content-type', 'content-disposition', 'accept-ranges', 'etag'];
      assert.deepEqual(
        names.map(name => headers.get(name)),
        [
          ...['10', 'application/octet-stream', `attachment; filename="_rger.txt"; filename*=UTF-8''%C3%84rger.txt`],
          ...['bytes', `"${hash(text).slice(0, 32)}"`],
        ],
      );
    });

    it('206 for a single range; 200 with the whole file for several or malformed ranges', async () => {
      assert.deepEqual(await read({ Range: 'bytes=0-0' }), [206, '0', 'bytes 0-0/10']);
      assert.deepEqual(await read({ Range: 'bytes=2-4' }), [206, '234', 'bytes 2-4/10']);
      assert.deepEqual(await read({ Range: 'bytes=9-' }), [206, '9', 'bytes 9-9/10']);
      assert.deepEqual(await read({ Range: 'bytes=7-99' }), [206, '789', 'bytes 7-9/10']);
      assert.deepEqual(await read({ Range: 'bytes=-2' }), [206, '89', 'bytes 8-9/10']);
      assert.deepEqual(await read({ Range: 'bytes=-99' }), [206, text, 'bytes 0-9/10']);
      for (const Range of ['bytes=0-1,3-4', 'lines=0-1', 'bytes=4-2', 'bytes=-', 'bytes=x'])
        assert.deepEqual(await read({ Range }), [200, text, null], Range);
    });

    it('416 for a range after the end, and for the last 0 bytes', async () => {
      for (const Range of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) {
        const [status, , contentRange] = await read({ Range });
        assert.deepEqual([status, contentRange], [416, 'bytes */10'], Range);
      }
    });

    it('500 without headers of the file if its bytes are missing, for GET and HEAD', async () => {
      const { sha256, url: missing } = await upload('Missing bytes');
      const locations = encodeLocation('disk') + encodeLocation('database');
      // Moves the row to the store of files that lacks the bytes, and back.
      const swapLocation = () =>
        api().database.transaction(writes =>
          writes
            .updateTable('stored_files')
            .set(({ eb, lit }) => ({ location: eb(lit(locations), '-', eb.ref('location')) }))
            .where('sha256', '=', sha256)
            .execute(),
        );
      await swapLocation();
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await api().call(method, `${missing}/content`);
        const read = ['content-type', 'cache-control', 'etag', 'accept-ranges', 'content-disposition'];
        assert.deepEqual(
          [status, ...read.map(name => headers.get(name))],
          [500, 'application/json; charset=utf-8', 'no-store', null, null, null],
        );
      }
      await swapLocation();
    });

    it('304 for the same bytes; If-Range continues a download of the same bytes only', async () => {
      const etag = (await get(url)).headers.get('etag') ?? '';
      assert.deepEqual(await read({ 'If-None-Match': etag }), [304, '', null]);
      assert.deepEqual(await read({ 'If-Range': etag, Range: 'bytes=9-' }), [206, '9', 'bytes 9-9/10']);
      assert.deepEqual(await read({ 'If-Range': '"other"', Range: 'bytes=9-' }), [200, text, null]);
      assert.deepEqual(await read({ 'If-Range': `W/${etag}`, Range: 'bytes=9-' }), [200, text, null]);
    });

    it('200 for HEAD with the headers of the whole file, without bytes', async () => {
      const response = await api().call('HEAD', url, { headers: { Range: 'bytes=0-0' } });
      assert.deepEqual([response.status, response.text, response.headers.get('content-length')], [200, '', '10']);
    });

    it('409 while the file is scanned, 403 if it is infected, even with If-None-Match', async () => {
      const { id } = await upload('Eicar');
      const path = `/v1/attachments/${id}/content`;
      const etag = (await get(path)).headers.get('etag') ?? '';
      const setScan = (scan: number) =>
        api().database.transaction(writes =>
          writes.updateTable('attachments').set({ scan }).where('id', '=', id).execute(),
        );
      await setScan(1);
      const pending = await get(path, 'agent', { 'If-None-Match': etag });
      assert.deepEqual([pending.status, pending.headers.get('retry-after')], [409, '5']);
      await setScan(3);
      assert.equal((await get(path, 'agent', { 'If-None-Match': etag })).status, 403);
      await setScan(0);
    });
  });

  describe('a hostile file', () => {
    const script = '<script>alert(1)</script>';
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgABhqAAAYagCAYAAAAAAAAA', 'base64');
    const describeContent = async (bytes: string | Buffer, name: string) => {
      const { url, inline } = await upload(new Blob([bytes]) as never, {
        ...{ query: `?name=${encodeURIComponent(name)}`, type: 'text/html' },
      });
      const { headers } = await get(`${url}/content`);
      return { inline, type: headers.get('content-type'), disposition: headers.get('content-disposition') ?? '' };
    };

    it('is a download, regardless of its name and its declared type', async () => {
      for (const [name, bytes] of [
        ['drawing.png', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
        ['page.gif', `<!doctype html>${script}`],
        ['feed.jpg', `<?xml version="1.0"?>${script}`],
      ] as const) {
        const { disposition, ...rest } = await describeContent(bytes, name);
        assert.deepEqual(rest, { inline: false, type: 'application/octet-stream' });
        assert.match(disposition, /^attachment;/);
      }
    });

    it('has the type of a picture if it starts like a picture; a huge picture is a download', async () => {
      assert.equal((await describeContent(`GIF89a/*\x01\0${script}*/=1;`, 'page.html')).type, 'image/gif');
      const huge = await describeContent(png, 'huge.png');
      assert.deepEqual([huge.type, huge.inline, /^attachment;/.test(huge.disposition)], ['image/png', false, true]);
    });

    it('has a name without paths, control characters or direction overrides', async () => {
      for (const [name, clean] of [
        ['../../etc/passwd', '.._.._etc_passwd'],
        ['C:\\Windows\\a.exe', 'C:_Windows_a.exe'],
        ['a\r\nSet-Cookie: a=b', 'a__Set-Cookie: a=b'],
        ['a"; filename="b.html', 'a"; filename="b.html'],
        ['gpj.\u202eexe', 'gpj._exe'],
      ] as const) {
        const { disposition } = await describeContent('x', name);
        const [, quoted = '', encoded] =
          /^attachment; filename="([^"\\]+)"(?:; filename\*=UTF-8''([^;"\s]+))?$/.exec(disposition) ?? [];
        assert.equal(encoded === undefined ? quoted : decodeURIComponent(encoded), clean, disposition);
      }
    });
  });

  describe('a file on a message', () => {
    it('is listed by its message, in the given order, and readable by everyone', async () => {
      const files = [await upload('1'), await upload('2', { query: '?name=b.txt' })].reverse();
      const message = await attach(...files.map(({ id }) => id));
      assert.deepEqual(
        message.attachments.map(({ id, name, sha256 }) => [id, name, sha256]),
        files.map(({ id, name, sha256 }) => [id, name, sha256]),
      );
      const [first] = files;
      const { body } = await get(first?.url ?? '', 'viewer');
      assert.deepEqual([body.ticket_id, body.message_id, body.version], [message.ticket_id, message.id, 2]);
      const listed = await get<Attachment[]>(
        `/v1/attachments?ticket_id=${message.ticket_id}&message_id=${message.id}`,
        'viewer',
      );
      assert.deepEqual(listed.body.map(({ id }) => id).sort(), files.map(({ id }) => id).sort());
    });

    it("422 for another person's file, an unknown or repeated file, or a file of another message", async () => {
      const [unused, used] = [await upload('Unused'), await upload('Used twice')];
      await attach(used.id);
      const findErrors = async (ids: string[], as: Role) =>
        (await send(ids, as)).body.errors?.map(({ field, code }) => [field, code]);
      assert.deepEqual(await findErrors([unused.id, used.id, 'nowhere'], 'admin'), [
        ['attachment_ids[0]', 1013],
        ['attachment_ids[1]', 1013],
        ['attachment_ids[2]', 1013],
      ]);
      assert.deepEqual(await findErrors([unused.id, unused.id], 'agent'), [['attachment_ids', 1010]]);
    });

    it('201 for one of three concurrent messages with the file, 422 for the others', async () => {
      const { id } = await upload('Contested');
      const statuses = (await Promise.all([send([id]), send([id]), send([id])])).map(({ status }) => status);
      assert.deepEqual(statuses.sort(), [201, 422, 422]);
    });

    it('422 for more than 50 files, or more than 25 MB together', async () => {
      const ids = await Promise.all(['1', '2'].map(async text => (await upload(text)).id));
      await api().database.transaction(writes =>
        writes
          .updateTable('attachments')
          .set({ size: 13 * 1024 * 1024 })
          .where('id', 'in', ids)
          .execute(),
      );
      const [error] = (await send(ids)).body.errors ?? [];
      assert.deepEqual([error?.code, error?.message], [1009, 'are 26 MB together, and the limit is 25 MB']);
      assert.equal((await send(Array.from({ length: 51 }, (_, n) => `f-${n}`))).body.errors?.[0]?.code, 1004);
      for (const id of ids) await api().call('DELETE', `/v1/attachments/${id}`);
    });

    it('belongs to the person who removes it, and can be attached again', async () => {
      const { id, url } = await upload('Removed');
      const message = await attach(id);
      const removed = await patch(message.url, { attachment_ids: [] }, 'admin');
      assert.deepEqual([removed.body.attachment_ids, removed.body.attachments, removed.body.version], [[], [], 2]);
      assert.equal((await get(url)).status, 404);
      const { body } = await get(url, 'admin');
      assert.deepEqual([body.uploader_id, body.message_id], [api().people.admin.id, null]);
      assert.equal((await patch(message.url, { attachment_ids: [id] })).status, 422);
      assert.deepEqual((await patch(message.url, { attachment_ids: [id] }, 'admin')).body.attachment_ids, [id]);
    });

    it('422 with the reason if it is attached again after its deletion', async () => {
      const { id, url } = await upload('Undone late');
      const message = await attach(id);
      await patch(message.url, { attachment_ids: [] });
      assert.equal((await api().call('DELETE', url)).status, 204);
      assert.equal((await get(url)).body.code, 41008);
      for (const { status, body } of [await patch(message.url, { attachment_ids: [id] }), await send([id])]) {
        const { field, code, message: sentence } = body.errors?.[0] ?? {};
        assert.deepEqual(
          [status, field, code, sentence],
          [422, 'attachment_ids[0]', 1013, 'was deleted: upload the file again'],
        );
      }
    });

    it('stays attached on other changes, and is removed by a PUT that omits it', async () => {
      const [{ id }, other] = [await upload('Kept'), await upload('Imported')];
      const message = await attach(id);
      assert.deepEqual((await patch(message.url, { body: 'Changed' })).body.attachment_ids, [id]);
      const { body } = await get<Message>(message.url);
      const unchanged = await api().call<Message>('PUT', message.url, { body });
      assert.deepEqual([unchanged.status, unchanged.body.version], [200, 2]);
      const replaced = await api().call<Message>('PUT', message.url, { body: { body: 'Bare' } });
      assert.deepEqual(replaced.body.attachments, []);
      const imported = await api().call<Message>('PUT', `${thread}/imported`, {
        body: { body: 'Old', attachment_ids: [other.id] },
      });
      assert.deepEqual([imported.status, imported.body.attachments[0]?.id], [201, other.id]);
    });

    it('409 with the differing lists of files for a stale version; the event has the ids of both lists', async () => {
      const [{ id }, other] = [await upload('First'), await upload('Second')];
      const message = await attach(id);
      await patch(message.url, { attachment_ids: [id, other.id] });
      const stale = await patch(message.url, { version: 1, attachment_ids: [] });
      assert.deepEqual(stale.body.differences?.[0], { field: 'attachment_ids', yours: [], current: [id, other.id] });
      const events = await api().call<{ resource_id: string; changes: object }[]>(
        'GET',
        `/v1/events?ticket_id=${message.ticket_id}`,
      );
      const changes = events.body.filter(each => each.resource_id === message.id).map(each => each.changes);
      assert.partialDeepStrictEqual(changes[0], { attachment_ids: { old: [id], new: [id, other.id] } });
    });

    it('410 after the message or the ticket is deleted', async () => {
      const [first, second] = [await upload('1'), await upload('2')];
      await api().call('DELETE', (await attach(first.id)).url);
      assert.equal((await get(first.url)).body.code, 41008);
      const ticket = (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Gone' } })).body;
      await api().call('POST', `${ticket.url}/messages`, { body: { body: 'x', attachment_ids: [second.id] } });
      await api().call('DELETE', ticket.url);
      assert.equal((await get(`${second.url}/content`)).body.code, 41008);
    });
  });

  describe('an unattached file', () => {
    it('404 for other people, whose lists omit the file', async () => {
      const { id, url } = await upload('Private');
      for (const [method, path] of [
        ['GET', url],
        ['GET', `${url}/content`],
        ['DELETE', url],
      ] as const)
        assert.equal((await api().call(method, path, { as: 'admin' })).body.code, 40409);
      const list = async (as: Role) =>
        (await get<Attachment[]>('/v1/attachments?per_page=100', as)).body.map(file => file.id);
      assert.equal((await list('agent')).includes(id), true);
      assert.equal((await list('admin')).includes(id), false);
    });

    it('204 for DELETE by its uploader, then 410; 409 while it is on a message', async () => {
      const { id, url } = await upload('Deleted');
      assert.equal((await api().call('DELETE', url)).status, 204);
      assert.equal((await get(url)).body.code, 41008);
      assert.equal((await send([id])).status, 422);
      const used = await upload('Used');
      await attach(used.id);
      assert.equal((await api().call('DELETE', used.url)).body.code, 40911);
    });
  });

  it('200 for GET /limits with the bytes of the person’s unattached files', async () => {
    const read = async () => (await get<Limits>('/v1/limits')).body;
    const before = await read();
    await upload('12345');
    const after = await read();
    assert.equal(after.unattached_bytes.used - before.unattached_bytes.used, 5);
    assert.partialDeepStrictEqual(after, { max_file_bytes: maxFileBytes, max_message_files: 50, scanned: false });
    assert.equal(after.storage_bytes.used > 0, true);
  });

  it('frees the bytes of a file a day after its ticket is deleted, unless another ticket uses them', async () => {
    const addTicket = async (...texts: string[]) => {
      const ids: string[] = [];
      for (const text of texts) ids.push((await upload(text)).id);
      const { url } = (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Files' } })).body;
      await api().call('POST', `${url}/messages`, { body: { body: 'x', attachment_ids: ids } });
      return url;
    };
    const texts = ['Bytes of two tickets', 'Bytes of one ticket'] as const;
    const [first, second] = [await addTicket(...texts), await addTicket(texts[0])];
    const deleteAndCollect = async (url: string) => {
      await api().call('DELETE', url);
      api().clock.advance(day + 1);
      await api().runJobs();
      const { storage_bytes: storage } = (await get<Limits>('/v1/limits')).body;
      return [await Promise.all(texts.map(text => api().files.has(hash(text)))), storage.used] as const;
    };
    const [storedAfterFirst, usedAfterFirst] = await deleteAndCollect(first);
    assert.deepEqual(storedAfterFirst, [true, false]);
    const [storedAfterSecond, usedAfterSecond] = await deleteAndCollect(second);
    assert.deepEqual(storedAfterSecond, [false, false]);
    assert.ok(usedAfterSecond <= usedAfterFirst - texts[0].length);
  });

  it('the store is consistent after all tests of this file', async () => {
    assert.deepEqual((await runChecks(api().database, checks)).findings, []);
  });
});
