import { messageTypes } from '#contract/enums';
import { getMessageDraftPath } from '../../messages/message-draft.ts';
import { getDescriptionEditPath, getMessageEditsPath } from '../../messages/thread/edit-drafts.ts';
import { useHasDraft } from '../../storage/drafts.ts';
import { getCustomerDraftName } from '../fields/customer-draft.ts';
import { getSubjectDraftName } from '../fields/subject-draft.ts';

/** Returns true if a person has an unsent or unsaved draft on a ticket. */
export const useHasAnyDraft = (personId: string, ticketId: string): boolean =>
  useHasDraft(personId, [
    ...messageTypes.map(type => getMessageDraftPath(ticketId, type)),
    getMessageEditsPath(ticketId),
    getDescriptionEditPath(ticketId),
    getSubjectDraftName(ticketId),
    getCustomerDraftName(ticketId),
  ]);
