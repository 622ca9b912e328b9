import { messageTypes } from '#contract/vocabulary';
import { getMessageDraftPath } from '../../messages/message-draft.ts';
import { getDescriptionEditPath, getMessageEditsPath } from '../../messages/thread/edit-drafts.ts';
import { useHasDraft } from '../../storage/drafts.ts';
import { customerThing } from '../fields/customer-draft.ts';
import { subjectThing } from '../fields/subject-draft.ts';

/** Returns true if a person has an unsent or unsaved draft on a ticket. */
export const useHasBegun = (personId: string, ticketId: string): boolean =>
  useHasDraft(personId, [
    ...messageTypes.map(type => getMessageDraftPath(ticketId, type)),
    getMessageEditsPath(ticketId),
    getDescriptionEditPath(ticketId),
    subjectThing(ticketId),
    customerThing(ticketId),
  ]);
