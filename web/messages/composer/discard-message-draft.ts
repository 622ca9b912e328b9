import type { MessageType } from '#contract/enums';
import { deleteUnusedFiles } from '../../files/delete-unused-files.ts';
import { mergeFiles } from '../../files/draft-file.ts';
import { showUndo } from '../../toasts/toast-store.ts';
import { mergeRecipients } from '../mail/addresses.ts';
import {
  getMessageDraft,
  getMessageDraftKey,
  isEmptyDraft,
  prependReturnedText,
  storeMessageDraft,
} from '../message-draft.ts';

/** Discards a message draft. Undo inserts it in front of any text typed since, and restores its files. */
export function discardMessageDraft(personId: string, ticketId: string, type: MessageType): void {
  const draftKey = getMessageDraftKey(personId, ticketId, type);
  const draft = getMessageDraft(draftKey);
  storeMessageDraft(draftKey, {});
  deleteUnusedFiles(personId, draft.files);
  const restore = (): void => {
    const typed = getMessageDraft(draftKey);
    // A merged draft is a new message, which no earlier attempt has sent.
    const merged = {
      text: prependReturnedText(draft.text, typed.text),
      files: mergeFiles(draft.files, typed.files),
      recipients: mergeRecipients(draft.recipients, typed.recipients),
      typedRecipient: typed.typedRecipient ?? draft.typedRecipient,
      ...{ idempotencyKey: null, sendAfter: null, mentions: null },
    };
    storeMessageDraft(draftKey, { ...draft, ...(!isEmptyDraft(typed) && merged) });
  };
  showUndo(type === 'reply' ? 'Reply discarded' : 'Note discarded', restore);
}
