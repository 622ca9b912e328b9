import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactElement } from 'react';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { usePersonName } from '../../people/use-people.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LookIcon } from '../look-icon.tsx';
import { type Look, priorityLooks, stateLooks } from '../looks.ts';
import { diffWords } from './diff-words.ts';
import css from './field-value.module.css';
import type { FieldName, TicketChange } from './ticket-fields.ts';

type FieldValueProps = {
  field: FieldName;
  of: TicketChange;
  /** The earlier values; words and tags that they lack are highlighted. */
  before: TicketChange;
};

export function FieldValue({ field, of, before }: FieldValueProps): ReactElement {
  switch (field) {
    case 'state':
      return <LabelWithIcon look={stateLooks[of.state ?? 'open']} />;
    case 'priority':
      return <LabelWithIcon look={priorityLooks[of.priority ?? 'normal']} />;
    case 'assignee_id':
      return <Assignee id={of.assignee_id ?? null} />;
    case 'tags':
      return <Chips tags={of.tags ?? []} before={before.tags ?? []} />;
    case 'mailbox_id':
      return <MailboxName id={of.mailbox_id ?? null} />;
    case 'subject':
    case 'customer_name':
    case 'customer_email':
    case 'description':
      return <Text text={of[field] ?? ''} before={before[field] ?? ''} />;
  }
}

function Assignee({ id }: { id: string | null }) {
  const getName = usePersonName();
  const name = id === null ? null : getName(id);
  return (
    <span className={css.label}>
      <Avatar name={name} size={20} />
      <bdi>{name ?? 'Unassigned'}</bdi>
    </span>
  );
}

function MailboxName({ id }: { id: string | null }) {
  const { data: mailboxes } = useQuery(mailboxesQuery);
  if (id === null) return <span className={css.empty}>No mailbox</span>;
  return <bdi>{mailboxes?.find(mailbox => mailbox.id === id)?.name ?? id}</bdi>;
}

function LabelWithIcon({ look }: { look: Look }) {
  return (
    <span className={css.label} style={{ color: look.ink }}>
      <LookIcon look={look} size={16} />
      {look.label}
    </span>
  );
}

function Chips({ tags, before }: { tags: readonly string[]; before: readonly string[] }) {
  if (tags.length === 0) return <span className={css.empty}>No tags</span>;
  return (
    <span className={css.chips}>
      {tags.map(tag => (
        <span key={tag} className="pill" data-new={!before.includes(tag) || undefined}>
          {tag}
        </span>
      ))}
    </span>
  );
}

function Text({ text, before }: { text: string; before: string }) {
  if (text === '') return <span className={css.empty}>Empty</span>;
  return (
    <span className={css.text} dir="auto">
      {diffWords(before, text).map(({ text: words, isNew, at }) =>
        isNew ? (
          <Fragment key={at}>
            <mark>{words.trimEnd()}</mark>
            {words.slice(words.trimEnd().length)}
          </Fragment>
        ) : (
          words
        ),
      )}
    </span>
  );
}
