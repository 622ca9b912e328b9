import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Tag } from '#contract';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { PageTitle } from '../../session/page-title.tsx';
import { usePerson } from '../../session/person.ts';
import { useHasDraft } from '../../storage/drafts.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { DraftBadge } from '../../ui/draft-badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { useLinkKeys } from '../use-link-keys.ts';
import { tagsQuery } from './queries.ts';
import { RemovalProgress } from './removal-progress.tsx';
import css from './tags.module.css';
import { TicketsLink } from './tickets-link.tsx';

/** The tags of the desk with their descriptions and tickets. */
export function TagsPage() {
  return (
    <section className={detailPane.pane} aria-label="Tags">
      <PageTitle>Tags</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to settings" to={{ to: '/settings' }} />
          <h1 className={settings.title}>Tags</h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path="/tags" />
          </span>
        </div>
      </header>
      <div className={settings.screen}>
        <TagRows />
        <ToastSpacer under="page" />
      </div>
    </section>
  );
}

function TagRows() {
  const { data: tags, error, isPending, refetch } = useQuery(tagsQuery);
  if (isPending) return <RowSkeletons subject="tags" count={8} />;
  if (!tags) return <LoadFailure title="Couldn’t load tags" error={error} retry={() => void refetch()} />;
  if (tags.length === 0)
    return (
      <EmptyState icon="tag" title="No tags yet">
        <p>A tag appears here once a ticket has it.</p>
      </EmptyState>
    );
  return <Rows tags={tags} />;
}

function Rows({ tags }: { tags: readonly Tag[] }) {
  const list = useLinkKeys<HTMLUListElement>('a[data-row]');
  return (
    <ul ref={list} className={css.rows} aria-label="Tags">
      {tags.map(tag => (
        <li key={tag.name}>
          <Link className={css.tag} data-row to="/settings/tags/$name" params={{ name: tag.name }}>
            <span className={css.name}>
              <strong className="truncate">{tag.name}</strong>
              <DraftMark name={tag.name} />
            </span>
            {tag.description !== '' && (
              <span className={css.description} dir="auto">
                {tag.description}
              </span>
            )}
          </Link>
          <TicketsLink tag={tag} />
          <RemovalProgress tag={tag} />
        </li>
      ))}
    </ul>
  );
}

function DraftMark({ name }: { name: string }) {
  const hasDraft = useHasDraft(usePerson().id, [`settings/tags/${name}/`]);
  return hasDraft && <DraftBadge className={css.draft} />;
}
