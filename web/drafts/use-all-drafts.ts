import { useUnsavedGists } from '../gists/edit/gist-draft.ts';
import { useUnsentTestMails } from '../mail/captured/test-mail-draft.ts';
import { useAllMessageDrafts } from '../messages/message-draft.ts';
import { useAllEditDrafts } from '../messages/thread/edit-drafts.ts';
import { useUnsavedFields } from '../tickets/fields/unsaved-fields.ts';
import { useTicketDraft } from '../tickets/new/new-ticket-draft.ts';

/** Returns all drafts and unsaved edits of a person, except drafts of settings. */
export function useAllDrafts(personId: string) {
  const ticket = useTicketDraft(personId);
  const messages = useAllMessageDrafts(personId);
  const edits = useAllEditDrafts(personId);
  const fields = useUnsavedFields(personId);
  const gists = useUnsavedGists(personId);
  const mails = useUnsentTestMails(personId);
  const count = (ticket ? 1 : 0) + messages.length + edits.length + fields.length + gists.length + mails.length;
  return { ticket, messages, edits, fields, gists, mails, count };
}
