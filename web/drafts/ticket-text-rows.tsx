import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { isNotFound } from '../api-client/errors.ts';
import { discardMessageDraft } from '../messages/composer/discard-message-draft.ts';
import type { StoredMessageDraft } from '../messages/message-draft.ts';
import { getDescriptionEditKey, getMessageEditKey, type StoredEdit } from '../messages/thread/edit-drafts.ts';
import { getMessageAnchor } from '../messages/thread/use-thread-scroll.ts';
import { usePerson } from '../session/person.ts';
import { discardDraft } from '../storage/discard-draft.ts';
import type { DraftKey } from '../storage/drafts.ts';
import type { UnsavedField } from '../tickets/fields/unsaved-fields.ts';
import { openView } from '../tickets/filter/list-views.ts';
import { ticketItem } from '../tickets/queries.ts';
import { DraftRow } from './draft-row.tsx';

const kinds = { reply: 'Reply', note: 'Note' } as const;

/** An unsent reply or note. */
export function MessageDraftRow({ message: { ticketId, type, draft } }: { message: StoredMessageDraft }) {
  const { id: personId } = usePerson();
  return (
    <TicketTextRow
      ticketId={ticketId}
      icon={type === 'reply' ? 'bubble' : 'pencil'}
      kind={kinds[type]}
      label={type === 'reply' ? `the reply to #${ticketId}` : `the note on #${ticketId}`}
      text={draft.text || draft.files.map(({ name }) => name).join(', ')}
      changedAt={draft.changedAt}
      onDiscard={() => discardMessageDraft(personId, ticketId, type)}
    />
  );
}

/** An unsaved edit of a message or a description. */
export function EditRow({ edit: { ticketId, messageId, draft } }: { edit: StoredEdit }) {
  const { id: personId } = usePerson();
  return messageId === null ? (
    <ChangeRow
      ticketId={ticketId}
      hash="description"
      changed="the description"
      text={draft.text}
      draftKey={getDescriptionEditKey(personId, ticketId)}
    />
  ) : (
    <ChangeRow
      ticketId={ticketId}
      hash={getMessageAnchor(messageId)}
      changed="a message"
      text={draft.text}
      draftKey={getMessageEditKey(personId, ticketId, messageId)}
    />
  );
}

/** An unsaved edit of a subject or a customer. */
export const FieldRow = ({ unsaved: { field, ...unsaved } }: { unsaved: UnsavedField }) => (
  <ChangeRow {...unsaved} hash={field} changed={`the ${field}`} />
);

type ChangeRowProps = { ticketId: string; hash: string; changed: string; text: string; draftKey: DraftKey };

const ChangeRow = ({ changed, draftKey, ...row }: ChangeRowProps) => (
  <TicketTextRow
    {...row}
    icon="pencil"
    kind={`Change to ${changed}`}
    label={`the change to ${changed} of #${row.ticketId}`}
    changedAt={0}
    onDiscard={() => discardDraft(draftKey, 'Edit discarded')}
  />
);

type TicketTextRowProps = Omit<ComponentProps<typeof DraftRow>, 'title'> & {
  ticketId: string;
  /** Anchor within the ticket. */
  hash?: string;
};

/** A draft that belongs to a ticket. */
function TicketTextRow({ ticketId, hash = '', kind, ...row }: TicketTextRowProps) {
  const { data: ticket, error } = useQuery(ticketItem(ticketId));
  return (
    <DraftRow
      {...row}
      title={
        isNotFound(error) ? (
          `#${ticketId} was deleted`
        ) : (
          <Link to="/tickets/$ticketId" params={{ ticketId }} search={openView.filter} hash={hash}>
            {ticket?.subject ?? `#${ticketId}`}
          </Link>
        )
      }
      kind={
        <>
          {kind} · <span className="number">#{ticketId}</span>
        </>
      }
    />
  );
}
