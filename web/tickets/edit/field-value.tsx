import { Fragment } from 'react';
import { usePersonName } from '../../people/use-people.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LookIcon } from '../look-icon.tsx';
import { type Look, priorityLooks, stateLooks } from '../looks.ts';
import { diffWords } from './diff-words.ts';
import css from './field-value.module.css';
import type { FieldName, TicketChange } from './merge-change.ts';

type FieldValueProps = {
  field: FieldName;
  of: TicketChange;
  /** The earlier values: words that they lack are highlighted. */
  since: TicketChange;
};

/** Shows a field's value. */
export function FieldValue({ field, of, since }: FieldValueProps) {
  const nameOf = usePersonName();
  const value = of[field];
  if (field === 'state' && of.state) return <Word look={stateLooks[of.state]} />;
  if (field === 'priority' && of.priority) return <Word look={priorityLooks[of.priority]} />;
  if (field === 'assignee_id') {
    const name = of.assignee_id == null ? null : nameOf(of.assignee_id);
    return (
      <span className={css.word}>
        <Avatar name={name} size={20} />
        <bdi>{name ?? 'Unassigned'}</bdi>
      </span>
    );
  }
  if (Array.isArray(value)) return <Chips tags={value} before={since.tags ?? []} />;
  if (value == null || value === '') return <span className={css.nothing}>Empty</span>;
  return <Text text={value} before={String(since[field] ?? '')} />;
}

function Word({ look }: { look: Look }) {
  return (
    <span className={css.word} style={{ color: look.ink }}>
      <LookIcon look={look} size={16} />
      {look.label}
    </span>
  );
}

function Chips({ tags, before }: { tags: readonly string[]; before: readonly string[] }) {
  if (tags.length === 0) return <span className={css.nothing}>No tags</span>;
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
