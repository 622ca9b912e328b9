import { memo, useMemo } from 'react';
import type { Message } from '#contract';
import { getMessageEditKey } from './edit-drafts.ts';
import { EditableMessage } from './editable-message.tsx';
import { useUpdateMessage } from './message-mutations.ts';
import { getMessageAnchor } from './use-thread-scroll.ts';

type MessageItemProps = {
  message: Message;
  /** Time and author of the last edit; the author is null if unknown. */
  editedAt: string | null;
  editedBy: string | null;
  personId: string;
  marked: boolean;
  hasDraft: boolean;
  mayEdit: boolean;
  /** Opens the confirmation; null without permission. */
  onDelete: ((message: Message) => void) | null;
};

/** A message in the thread's list. */
export const MessageItem = memo(function ThreadMessage(props: MessageItemProps) {
  const { message, editedAt, editedBy, personId, marked, hasDraft, mayEdit, onDelete } = props;
  const { id, ticket_id: ticketId, type, direction, author_name: author, created_at: at, body } = message;
  const { mutateAsync } = useUpdateMessage(ticketId);
  // Each call has its own promise. Callbacks passed to `mutate` are lost on the next call, and on unmount.
  const save = (text: string): Promise<boolean> =>
    mutateAsync({ message, body: text }).then(
      () => true,
      () => false,
    );
  const draftKey = useMemo(() => getMessageEditKey(personId, ticketId, id), [personId, ticketId, id]);
  return (
    <EditableMessage
      anchor={getMessageAnchor(id)}
      path={`/tickets/${ticketId}#${getMessageAnchor(id)}`}
      label={type === 'note' ? 'note' : 'message'}
      kind={type === 'note' ? 'note' : direction}
      {...{ author, at, body, marked, draftKey, hasDraft }}
      edited={editedAt === null ? null : { at: editedAt, editor: editedBy }}
      mayBeEmpty={false}
      onSave={mayEdit ? save : null}
      onDelete={onDelete && (() => onDelete(message))}
    />
  );
});
