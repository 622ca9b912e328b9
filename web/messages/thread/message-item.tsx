import { memo, useMemo } from 'react';
import type { Message } from '#contract';
import { findInlinePictures } from '../../files/find-inline-pictures.ts';
import { MessagePicturesContext } from '../../files/pictures.ts';
import { useRunAction } from '../../keyboard/use-action.ts';
import { MessageFiles } from '../files/message-files.tsx';
import { describeScan, type FileScans } from '../files/queries.ts';
import { AutomaticMail } from '../mail/automatic-mail.tsx';
import { DeliveryLine } from '../mail/delivery-line.tsx';
import { MailLine } from '../mail/mail-line.tsx';
import type { MessageDelivery, MessageMail } from '../mail/queries.ts';
import type { Outgoing } from '../outbox/outgoing.ts';
import { OutgoingProgress } from '../outbox/outgoing-messages.tsx';
import { getMessageEditKey } from './edit-drafts.ts';
import { EditableMessage } from './editable-message.tsx';
import { useUpdateMessage } from './message-mutations.ts';
import { getMessageAnchor } from './use-thread-scroll.ts';

type MessageItemProps = {
  message: Message;
  /** The message's outgoing or incoming mail, once loaded. */
  delivery: MessageDelivery | undefined;
  mail: MessageMail | undefined;
  /** Undefined until loaded. */
  scans: FileScans | undefined;
  /** The message's entry in the outbox while the server holds its mail. */
  outgoing: Outgoing | undefined;
  /** Time and author of the last edit. Both are null without edits; the author is null if unknown. */
  editedAt: string | null;
  editedBy: string | null;
  personId: string;
  marked: boolean;
  hasDraft: boolean;
  mayEdit: boolean;
  /** Opens the confirmation; null without permission. */
  onDelete: ((message: Message) => void) | null;
  mayForward: boolean;
  /** Opens the original of an email. */
  onShowOriginal: (mailId: string) => void;
};

/** A message in the thread's list. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { message, editedAt, editedBy, personId, marked, hasDraft, mayEdit, onDelete } = props;
  const { delivery, mail, scans, outgoing, mayForward, onShowOriginal } = props;
  const { id, ticket_id: ticketId, type, direction, author_name: author, created_at: at, body } = message;
  const { format, folded_lines: foldedLines, automatic, mail_id: mailId, attachments } = message;
  const run = useRunAction();
  const { mutateAsync } = useUpdateMessage(ticketId);
  // Uses promises, because callbacks passed to `mutate` are lost on the next call, and on unmount.
  const save = (text: string): Promise<boolean> =>
    mutateAsync({ message, body: text }).then(
      () => true,
      () => false,
    );
  const draftKey = useMemo(() => getMessageEditKey(personId, ticketId, id), [personId, ticketId, id]);
  const { pictures, listed } = useMemo(
    () => splitFiles(attachments, scans, format === 'markdown' ? body : ''),
    [attachments, scans, format, body],
  );
  const item = (
    <EditableMessage
      anchor={getMessageAnchor(id)}
      path={`/tickets/${ticketId}#${getMessageAnchor(id)}`}
      label={type === 'note' ? 'note' : 'message'}
      kind={type === 'note' ? 'note' : direction}
      {...{ author, at, body, format, foldedLines, marked, draftKey, hasDraft }}
      above={mailId !== null && <MailLine message={message} mail={mail} />}
      below={
        <>
          <MessageFiles files={listed} scans={scans} />
          {outgoing ? (
            <OutgoingProgress message={outgoing} />
          ) : (
            delivery && <DeliveryLine {...{ message, delivery, editedAt }} />
          )}
        </>
      }
      edited={editedAt === null ? null : { at: editedAt, editor: editedBy }}
      mayBeEmpty={false}
      onSave={mayEdit ? save : null}
      onDelete={onDelete && (() => onDelete(message))}
      onShowOriginal={mailId === null ? null : () => onShowOriginal(mailId)}
      onForward={mayForward && type === 'reply' ? () => run('message.forward') : null}
    />
  );
  const shown = <MessagePicturesContext value={pictures}>{item}</MessagePicturesContext>;
  if (!automatic) return shown;
  return (
    <AutomaticMail {...{ message, marked }} anchor={getMessageAnchor(id)}>
      {shown}
    </AutomaticMail>
  );
});

/** Splits files: pictures that the text may show, and files to list below the text. */
function splitFiles(files: Message['attachments'], scans: FileScans | undefined, text: string) {
  const inText = findInlinePictures(text);
  const pictures = new Map(
    files
      .filter(({ inline }) => inline)
      .map(file => [file.id, { file, unavailable: describeScan(scans, file.id) }] as const),
  );
  return { pictures, listed: files.filter(({ id }) => !(inText.has(id) && pictures.has(id))) };
}
