import type { MessageType } from '#contract/enums';
import { showUndo } from '../../toasts/toast-store.ts';
import { getMessageDraft, getMessageDraftKey, prependReturnedText, storeMessageDraft } from '../message-draft.ts';

/** Discards a message draft. Undo restores it before the text typed since. */
export function discardMessageDraft(personId: string, ticketId: string, type: MessageType): void {
  const place = getMessageDraftKey(personId, ticketId, type);
  const draft = getMessageDraft(place);
  storeMessageDraft(place, {});
  const restore = (): void =>
    storeMessageDraft(place, { ...draft, text: prependReturnedText(draft.text, getMessageDraft(place).text) });
  showUndo(type === 'reply' ? 'Reply discarded' : 'Note discarded', restore);
}
