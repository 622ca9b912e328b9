import { memo } from 'react';
import { messageTypes } from '#contract/enums';
import { LabelledIcon } from '../../list/labelled-icon.tsx';
import { RowCheckbox } from '../../list/row-checkbox.tsx';
import { RowLink } from '../../list/row-link.tsx';
import { useRowState } from '../../list/row-state.ts';
import { getMessageDraftPath } from '../../messages/message-draft.ts';
import { getDescriptionEditPath, getMessageEditsPath } from '../../messages/thread/edit-drafts.ts';
import { usePresentPeople } from '../../presence/presence-store.ts';
import { usePerson } from '../../session/person.ts';
import { useHasDraft } from '../../storage/drafts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import { getCustomerDraftPath, getSubjectDraftPath } from '../fields/unsaved-fields.ts';
import { priorityLooks, stateLooks } from '../looks.ts';
import type { ListedTicket as Row } from '../queries.ts';
import { hasRowSnippet, Mark, RowSnippet } from './row-snippet.tsx';
import { splitAtSearchWords } from './split-at-search-words.ts';
import css from './ticket-row.module.css';

type TicketListRowProps = {
  row: Row;
  href: string;
  open: boolean;
  assignee: string | null;
  /** False if the filter already implies the state. */
  showState: boolean;
  search: string | undefined;
  /** True if the ticket has left the list but is still shown. */
  removed: boolean;
  getName: (personId: string) => string;
};

/** A ticket in the list, with a dot while it needs a reply. */
export const TicketListRow = memo(function TicketListRow(props: TicketListRowProps) {
  const { row, href, open, assignee, showState, search, removed, getName } = props;
  const snippet = search === undefined ? null : row.snippet;
  const priority = priorityLooks[row.priority];
  const failureReason = useRowState(({ selection, failureReasons }) =>
    selection.ids.has(row.id) ? failureReasons.get(row.id) : undefined,
  );
  return (
    <>
      <RowCheckbox id={row.id} label={`Select #${row.id}: ${row.subject}`} />
      <RowLink id={row.id} href={href} open={open} className={css.row} awaitsReply={row.awaiting_reply}>
        <LabelledIcon label={`${priority.label} priority`} className={css.priority} tint={priority.tint}>
          <Icon name={priority.icon} size={14} />
        </LabelledIcon>
        <span className={css.subject} data-removed={removed || undefined} dir="auto">
          <HighlightedText text={row.subject} search={search} />
          {removed && <span className="visually-hidden"> (no longer in this list)</span>}
        </span>
        <Time at={row.closed_at ?? row.created_at} as="age" className={`${css.age} number`} />
        <span className={css.line}>
          {showState && <State row={row} />}
          <span className={`${css.number} number`}>#{snippet?.field === 'id' ? <Mark>{row.id}</Mark> : row.id}</span>
          {hasRowSnippet(snippet) ? <RowSnippet snippet={snippet} /> : <Customer row={row} />}
          <Draft id={row.id} />
          {row.undelivered && <Undelivered />}
          {row.awaiting_reply && <span className="visually-hidden">Needs reply.</span>}
          {failureReason !== undefined && (
            <span className={css.failure} title={failureReason}>
              {failureReason}
            </span>
          )}
          {failureReason === undefined && <Properties row={row} assignee={assignee} getName={getName} />}
        </span>
      </RowLink>
    </>
  );
});

function HighlightedText({ text, search }: { text: string; search: string | undefined }) {
  if (search === undefined) return text;
  return splitAtSearchWords(text, search).map(({ text: part, isFound }, index) => {
    const key = `${index} ${part}`;
    return isFound ? <Mark key={key}>{part}</Mark> : <span key={key}>{part}</span>;
  });
}

function State({ row }: { row: Row }) {
  const { label, icon, tint } = stateLooks[row.state];
  return (
    <LabelledIcon label={label} className={css.state} tint={tint}>
      <Icon name={icon} size={13} />
    </LabelledIcon>
  );
}

function Customer({ row }: { row: Row }) {
  const customer = row.customer_name ?? row.customer_email;
  return (
    <span className={css.customer} dir="auto">
      {customer ?? 'No customer'}
    </span>
  );
}

/** A reply did not reach one of its recipients. */
const Undelivered = () => (
  <LabelledIcon label="A reply was not delivered" className={css.undelivered}>
    <Icon name="alert" size={13} />
    <span className={css.undeliveredText}>Not delivered</span>
  </LabelledIcon>
);

function Draft({ id }: { id: string }) {
  const hasDraft = useHasAnyDraft(usePerson().id, id);
  return hasDraft && <span className={css.draft}>Draft</span>;
}

const useHasAnyDraft = (personId: string, ticketId: string): boolean =>
  useHasDraft(personId, [
    ...messageTypes.map(type => getMessageDraftPath(ticketId, type)),
    getMessageEditsPath(ticketId),
    getDescriptionEditPath(ticketId),
    getSubjectDraftPath(ticketId),
    getCustomerDraftPath(ticketId),
  ]);

const maxTags = 2;

function Properties({ row, assignee, getName }: Pick<TicketListRowProps, 'row' | 'assignee' | 'getName'>) {
  const others = row.tags.slice(maxTags);
  return (
    <span className={css.properties}>
      {row.tags.slice(0, maxTags).map(tag => (
        <span key={tag} className={css.tag} data-tag={tag} title={`Show only tickets tagged ${tag}`}>
          {tag}
        </span>
      ))}
      {others.length > 0 && (
        <LabelledIcon label={others.join(', ')} className={`${css.tag} ${css.others}`}>
          +{others.length}
        </LabelledIcon>
      )}
      {row.messages_count > 0 && (
        <LabelledIcon label={formatCount(row.messages_count, 'message')} className={`${css.messages} number`}>
          <Icon name="bubble" size={13} />
          {row.messages_count}
        </LabelledIcon>
      )}
      <Assignee id={row.id} assignee={assignee} getName={getName} />
    </span>
  );
}

type AssigneeProps = Pick<TicketListRowProps, 'assignee' | 'getName'> & { id: string };

/**
 * The avatar of the assignee. The avatar of a person who is writing covers it. On hover and focus, the avatar of a
 * person who is viewing the ticket covers it too.
 */
function Assignee({ id, assignee, getName }: AssigneeProps) {
  const people = usePresentPeople(id);
  const present = people.find(({ mode }) => mode === 'writing') ?? people[0];
  const presence = present && `${getName(present.person_id)} is ${present.mode}`;
  const assignment = assignee === null ? 'Unassigned' : `Assigned to ${assignee}`;
  const label = presence ? `${presence}. ${assignment}` : assignment;
  return (
    <LabelledIcon label={label} className={css.assignee}>
      {assignee !== null && <Avatar name={assignee} size={20} />}
      {present && (
        <span className={css.present} data-mode={present.mode}>
          <Avatar name={getName(present.person_id)} size={20} />
        </span>
      )}
    </LabelledIcon>
  );
}
