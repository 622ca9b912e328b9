import { memo } from 'react';
import { LabelledIcon } from '../list/labelled-icon.tsx';
import { RowLink } from '../list/row-link.tsx';
import { usePersonName } from '../people/use-people.ts';
import { usePerson } from '../session/person.ts';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import { useHasGistDraft } from './edit/gist-draft.ts';
import { GistName } from './gist-name.tsx';
import css from './gist-row.module.css';
import type { ListedGist } from './queries.ts';

type GistRowProps = {
  gist: ListedGist;
  href: string;
  open: boolean;
  starred: boolean;
  /** Still shown, although no longer in the list. */
  removed: boolean;
};

export const GistRow = memo(function GistRow({ gist, href, open, starred, removed }: GistRowProps) {
  const getName = usePersonName();
  const hasDraft = useHasGistDraft(usePerson().id, gist.id);
  return (
    <RowLink id={gist.id} href={href} open={open} className={css.row} awaitsReply={false}>
      {starred ? (
        <LabelledIcon label="Starred" className={css.star}>
          <Icon name="star" size={14} />
        </LabelledIcon>
      ) : (
        <span className={css.noStar}>
          <Icon name="file" size={14} />
        </span>
      )}
      <span className={`${css.name} truncate`} data-removed={removed || undefined} dir="auto">
        <GistName gist={gist} />
        {removed && <span className="visually-hidden"> (no longer in this list)</span>}
      </span>
      <Time at={gist.updated_at} as="age" className={`${css.age} number`} />
      <span className={css.line}>
        <span className="number">#{gist.id}</span>
        <span className="truncate" dir="auto">
          {getName(gist.owner_id)}
        </span>
        {hasDraft && <span className={css.draft}>Draft</span>}
        {!gist.public && (
          <span className={css.private}>
            <Icon name="lock" size={12} /> Only you
          </span>
        )}
      </span>
    </RowLink>
  );
});
