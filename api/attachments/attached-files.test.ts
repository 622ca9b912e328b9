import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attachment, Limits, Message, Ticket } from '#contract';
import type { Role } from '#contract/enums';
import { forEachApi } from '../testing/api.ts';
import { createAttachmentSteps, hash } from './testing/attachment-steps.ts';

const day = 86_400_000;

forEachApi(api => {
  const { upload, send, attach, importMessage, get, patch, findInconsistencies } = createAttachmentSteps(api);

  describe('a file on a message', () => {
    it('is listed by its message, in the given order, and is readable by everyone', async () => {
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

    it('stays attached on other changes, is removed by a PUT without it, and can be on a message that a PUT creates', async () => {
      const [{ id }, other] = [await upload('Kept'), await upload('Imported')];
      const message = await attach(id);
      assert.deepEqual((await patch(message.url, { body: 'Changed' })).body.attachment_ids, [id]);
      const { body } = await get<Message>(message.url);
      const unchanged = await api().call<Message>('PUT', message.url, { body });
      assert.deepEqual([unchanged.status, unchanged.body.version], [200, 2]);
      const replaced = await api().call<Message>('PUT', message.url, { body: { body: 'Bare' } });
      assert.deepEqual(replaced.body.attachments, []);
      const imported = await importMessage('imported', { body: 'Old', attachment_ids: [other.id] });
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

  it('the tests above leave a consistent database', async () => {
    assert.deepEqual(await findInconsistencies(), []);
  });
});
