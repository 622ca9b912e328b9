import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useHasMessageDraft } from '../messages/drafts.ts';
import { useNameOf } from '../people/use-people.ts';
import { usePerson } from '../session/person.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import type { TicketFilter } from './filter.ts';
import type { TicketRow as Row } from './queries.ts';
import css from './ticket-row.module.css';
import { priorityLooks, stateLooks } from './words.ts';

type TicketRowProps = { row: Row; filter: TicketFilter; open: boolean };

/** One ticket in the list: bold while it awaits our reply. */
export const TicketRow = memo(function TicketRow({ row, filter, open }: TicketRowProps) {
  const priority = priorityLooks[row.priority];
  const { id } = usePerson();
  const hasDraft = useHasMessageDraft(id, row.id);
  return (
    <Link
      to="/tickets/$ticketId"
      params={{ ticketId: row.id }}
      search={filter}
      className={css.row}
      data-row={row.id}
      data-awaiting={row.awaiting_reply || undefined}
      activeOptions={{ exact: true }}
      aria-current={open ? 'true' : undefined}
    >
      <span className={css.priority} style={{ color: priority.tint }} title={`${priority.label} priority`}>
        <Icon name={priority.icon} size={14} />
        <span className="visually-hidden">{priority.label} priority.</span>
      </span>
      <span className={css.subject}>{row.subject}</span>
      <Time at={row.closed_at ?? row.created_at} as="age" className={`${css.age} number`} />
      <span className={css.line}>
        <State row={row} mixed={filter.state === undefined || filter.state.includes(',')} />
        <span className="number">#{row.id}</span>
        <span className={css.customer}>{row.customer_name ?? row.customer_email}</span>
        {hasDraft && <span className={css.draft}>Draft</span>}
        <Properties row={row} />
      </span>
    </Link>
  );
});

/** The state, where the list has several; else the list itself says it. */
function State({ row, mixed }: { row: Row; mixed: boolean }) {
  const { label, icon, tint } = stateLooks[row.state];
  if (!mixed) return null;
  return (
    <span className={css.state} style={{ color: tint }} title={label}>
      <Icon name={icon} size={13} />
      <span className="visually-hidden">{label}.</span>
    </span>
  );
}

const shownTags = 2;

function Properties({ row }: { row: Row }) {
  const nameOf = useNameOf();
  const assignee = row.assignee_id === null ? null : nameOf(row.assignee_id);
  const more = row.tags.length - shownTags;
  return (
    <span className={css.properties}>
      {row.tags.slice(0, shownTags).map(tag => (
        <span key={tag} className={css.tag}>
          {tag}
        </span>
      ))}
      {more > 0 && (
        <span className={css.tag} title={row.tags.slice(shownTags).join(', ')}>
          +{more}
        </span>
      )}
      {row.messages_count > 0 && (
        <span className={`${css.messages} number`}>
          <Icon name="bubble" size={13} />
          {row.messages_count}
          <span className="visually-hidden"> messages</span>
        </span>
      )}
      <Avatar name={assignee} size={20} title={assignee ?? 'Unassigned'} />
      <span className="visually-hidden">{assignee === null ? 'Unassigned' : `Assigned to ${assignee}`}</span>
    </span>
  );
}
