import { call } from '../api-client/client.ts';
import { byteStorage } from '../storage/byte-storage.ts';
import type { DraftFile } from './draft-file.ts';
import { listFilesInDrafts } from './files-in-drafts.ts';

/** Longer than a toast offers Undo. A toast stays open while the pointer is on it. */
const delayMilliseconds = 5 * 60_000;

/**
 * Deletes removed files after a delay, in the browser and on the desk, unless they are in a draft again. If the page is
 * closed earlier, the desk deletes the files later, by default after 30 days.
 */
export function deleteUnusedFiles(personId: string, removed: readonly DraftFile[]): void {
  if (removed.length > 0) setTimeout(() => void deleteNow(personId, removed), delayMilliseconds);
}

async function deleteNow(personId: string, removed: readonly DraftFile[]): Promise<void> {
  const used = listFilesInDrafts(personId);
  for (const { key, attachmentId } of removed) {
    if (used.some(file => file.key === key || (attachmentId !== null && file.attachmentId === attachmentId))) continue;
    await byteStorage.remove({ personId, key });
    // The desk rejects the deletion of a file that a message contains by now.
    if (attachmentId !== null) {
      await call('DELETE /attachments/{attachment_id}', { params: { attachment_id: attachmentId } }).catch(
        () => undefined,
      );
    }
  }
}
