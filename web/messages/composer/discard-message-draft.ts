import type { MessageType } from '#contract/enums';
import { showUndo } from '../../toasts/toast-store.ts';
import { getMessageDraft, getMessageDraftKey, prependReturnedText, storeMessageDraft } from '../message-draft.ts';

/** Discards a message draft. Undo inserts it in front of any text typed since. */
export function discardMessageDraft(personId: string, ticketId: string, type: MessageType): void {
  const draftKey = getMessageDraftKey(personId, ticketId, type);
  const draft = getMessageDraft(draftKey);
  storeMessageDraft(draftKey, {});
  const restore = (): void =>
    storeMessageDraft(draftKey, { ...draft, text: prependReturnedText(draft.text, getMessageDraft(draftKey).text) });
  showUndo(type === 'reply' ? 'Reply discarded' : 'Note discarded', restore);
}
