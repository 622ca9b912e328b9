import type { MessageType } from '#contract/enums';
import { deleteUnusedFiles } from '../../files/delete-unused-files.ts';
import { showUndo } from '../../toasts/toast-store.ts';
import { getMessageDraft, getMessageDraftKey, mergeTyped, storeMessageDraft } from '../message-draft.ts';

/** Discards a message draft. Undo inserts it in front of any text typed since, and restores its files. */
export function discardMessageDraft(personId: string, ticketId: string, type: MessageType): void {
  const draftKey = getMessageDraftKey(personId, ticketId, type);
  const draft = getMessageDraft(draftKey);
  storeMessageDraft(draftKey, {});
  deleteUnusedFiles(personId, draft.files);
  const restore = (): void => storeMessageDraft(draftKey, mergeTyped(draft, getMessageDraft(draftKey)));
  showUndo(type === 'reply' ? 'Reply discarded' : 'Note discarded', restore);
}
