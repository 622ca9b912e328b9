import { memo, useMemo } from 'react';
import type { Message } from '#contract';
import { isConflict } from '../../api-errors.ts';
import { showFailure } from '../../notices/notices.ts';
import { useUpdateMessage } from './change.ts';
import { messageEditPlace } from './edit-drafts.ts';
import { EditableMessage, type SaveCallbacks } from './editable-message.tsx';
import { anchorOf } from './use-thread-place.ts';

type ThreadMessageProps = {
  message: Message;
  /** When it was changed after it was written, and by whom where that is known. */
  editedAt: string | null;
  editedBy: string | null;
  personId: string;
  marked: boolean;
  hasDraft: boolean;
  mayEdit: boolean;
  /** Asks, then deletes; null where the person may not. */
  onDelete: ((message: Message) => void) | null;
};

/** A message as its thread shows it. */
export const ThreadMessage = memo(function ThreadMessage(props: ThreadMessageProps) {
  const { message, editedAt, editedBy, personId, marked, hasDraft, mayEdit, onDelete } = props;
  const { id, ticket_id: ticketId, type, direction, author_name: author, created_at: at, body } = message;
  const { mutate } = useUpdateMessage(ticketId);
  const save = (text: string, callbacks: SaveCallbacks): void =>
    mutate({ message, body: text }, { onSuccess: callbacks.onSuccess, onError: error => complain(error, callbacks) });
  const place = useMemo(() => messageEditPlace(personId, ticketId, id), [personId, ticketId, id]);
  return (
    <EditableMessage
      anchor={anchorOf(id)}
      path={`/tickets/${ticketId}#${anchorOf(id)}`}
      label={type === 'note' ? 'note' : 'message'}
      kind={type === 'note' ? 'note' : direction}
      {...{ author, at, body, marked, place, hasDraft }}
      edited={editedAt === null ? null : { at: editedAt, by: editedBy }}
      mayBeEmpty={false}
      onSave={mayEdit ? save : null}
      onDelete={onDelete && (() => onDelete(message))}
    />
  );
});

/** A clash is told where the message stands, with theirs beside one's own. */
function complain(error: Error, { onError }: SaveCallbacks): void {
  onError();
  if (!isConflict(error)) showFailure('Not saved; your text is still here', error);
}
