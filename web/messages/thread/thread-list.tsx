import { useQuery } from '@tanstack/react-query';
import { Fragment, type Ref, useMemo } from 'react';
import type { Message, Ticket } from '#contract';
import type { LoadError } from '../../api-client/load-error.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { usePersonName } from '../../people/use-people.ts';
import type { ActivityItem, LastEdit, LastEdits } from '../../tickets/activity/activity-items.ts';
import { ActivityError, ActivityRun } from '../../tickets/activity/activity-run.tsx';
import type { FileNames } from '../../tickets/activity/describe-activity.ts';
import { useFileScans } from '../files/use-file-scans.ts';
import { useThreadMail } from '../mail/use-thread-mail.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { OutgoingMessages } from '../outbox/outgoing-messages.tsx';
import type { EditInfo } from './message-frame.tsx';
import { MessageItem } from './message-item.tsx';
import { ThreadDescription } from './thread-description.tsx';
import css from './ticket-thread.module.css';
import { getMessageAnchor } from './use-thread-scroll.ts';

type ThreadListProps = {
  ref: Ref<HTMLOListElement>;
  ticket: Ticket;
  /** Undefined until loaded. */
  messages: readonly Message[] | undefined;
  /** The index of the first message to show. */
  first: number;
  activity: readonly ActivityItem[][];
  edits: LastEdits;
  activityFailure: LoadError | null;
  personId: string;
  linkedAnchor: string | null;
  editedIds: readonly string[];
  mayEdit: boolean;
  onDelete: ((message: Message) => void) | null;
  onShowOriginal: (mailId: string) => void;
};

/** More messages would push the description out of view once they have loaded. */
const maxMessagesBelowDescription = 2;

/** Lists the messages of a thread, with the activity between them. */
export function ThreadList(props: ThreadListProps) {
  const { ref, ticket, messages, first, activity, edits, activityFailure } = props;
  const { personId, linkedAnchor, editedIds, mayEdit, onDelete, onShowOriginal } = props;
  const getName = usePersonName();
  const toEditInfo = ({ at, personId: editor }: LastEdit): EditInfo => ({
    at,
    editor: editor === personId ? 'you' : getName(editor) || null,
  });
  const getEditInfo = ({ id, version, updated_at: at }: Message): EditInfo | null => {
    const edit = edits.messages.get(id);
    if (version === 1) return null;
    return edit ? toEditInfo(edit) : { at, editor: null };
  };
  const mail = useThreadMail(ticket.id, messages);
  const scans = useFileScans(ticket.id, messages);
  const fileNames = useMemo(
    () => new Map(messages?.flatMap(({ attachments }) => attachments.map(({ id, name }) => [id, name] as const))),
    [messages],
  );
  const outgoing = useOutbox(personId).filter(({ ticketId, arrived }) => ticketId === ticket.id && !arrived);
  const findOutgoing = ({ id }: Message) => outgoing.find(({ held }) => held?.messageId === id);
  const { data: mailboxes = [] } = useQuery(mailboxesQuery);
  // A ticket keeps the id of a mailbox that was deleted.
  const mayForward = mayEdit && mailboxes.some(({ id }) => id === ticket.mailbox_id);
  const canShowDescription = messages ? first === 0 : ticket.messages_count <= maxMessagesBelowDescription;
  return (
    <ol ref={ref} className={css.list}>
      {ticket.description !== '' && canShowDescription && (
        <li>
          <ThreadDescription
            {...{ ticket, personId }}
            edited={edits.description && toEditInfo(edits.description)}
            marked={linkedAnchor === 'description'}
          />
        </li>
      )}
      {messages?.slice(first).map((message, index) => (
        <Fragment key={message.id}>
          <ActivityAt items={activity[first + index]} fileNames={fileNames} />
          <li>
            <MessageItem
              {...{ message, personId, mayEdit, mayForward, onDelete, onShowOriginal }}
              delivery={mail.deliveries.get(message.delivery_id ?? '')}
              mail={mail.mails.get(message.mail_id ?? '')}
              scans={scans}
              outgoing={findOutgoing(message)}
              {...spreadEdited(getEditInfo(message))}
              marked={linkedAnchor === getMessageAnchor(message.id)}
              hasDraft={editedIds.includes(message.id)}
            />
          </li>
        </Fragment>
      ))}
      {messages && <ActivityAt items={activity[messages.length]} fileNames={fileNames} />}
      {messages && activityFailure && (
        <li>
          <ActivityError {...activityFailure} />
        </li>
      )}
      <OutgoingMessages messages={outgoing.filter(({ held }) => !messages?.some(({ id }) => id === held?.messageId))} />
    </ol>
  );
}

/** Passes separate strings, so that `memo` recognizes unchanged messages. */
const spreadEdited = (edited: EditInfo | null) => ({ editedAt: edited?.at ?? null, editedBy: edited?.editor ?? null });

type ActivityAtProps = { items: readonly ActivityItem[] | undefined; fileNames: FileNames };

const ActivityAt = ({ items, fileNames }: ActivityAtProps) =>
  items && items.length > 0 ? (
    <li>
      <ActivityRun items={items} fileNames={fileNames} />
    </li>
  ) : null;
