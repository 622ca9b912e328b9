import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Gist } from '#contract';
import { RowSkeletons } from '../tickets/row-skeletons.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import type { GistFilter } from './filter.ts';
import css from './gist-list.module.css';
import { gistList, starredGists } from './queries.ts';

type GistListProps = { filter: GistFilter; openId: string | undefined };

/** The gists of a filter, or what stands in their place. */
export function GistList({ filter, openId }: GistListProps) {
  const list = useInfiniteQuery(gistList(filter));
  const { data: starred } = useQuery(starredGists);
  if (list.isPending) return <RowSkeletons />;
  if (!list.data) {
    return <Failure what="The gists could not be read" error={list.error} retry={() => void list.refetch()} />;
  }
  if (list.data.length === 0) return <NoGists starred={filter.starred === 'true'} />;
  return (
    <ul className={css.list} aria-label="Gists">
      {list.data.map(gist => (
        <li key={gist.id}>
          <GistRow gist={gist} filter={filter} open={gist.id === openId} starred={starred?.has(gist.id) ?? false} />
        </li>
      ))}
      {list.hasNextPage && (
        <li className={css.more}>
          <button type="button" className="button" disabled={list.isFetching} onClick={() => void list.fetchNextPage()}>
            Show more
          </button>
        </li>
      )}
    </ul>
  );
}

type GistRowProps = { gist: Gist; filter: GistFilter; open: boolean; starred: boolean };

function GistRow({ gist, filter, open, starred }: GistRowProps) {
  const files = Object.keys(gist.files);
  return (
    <Link
      to="/gists/$gistId"
      params={{ gistId: gist.id }}
      search={filter}
      className={css.row}
      activeOptions={{ exact: true }}
      aria-current={open ? 'true' : undefined}
    >
      <span className={starred ? css.star : css.noStar}>
        <Icon name={starred ? 'star' : 'file'} size={14} />
        {starred && <span className="visually-hidden">Starred.</span>}
      </span>
      <span className={css.description}>{gist.description || files[0]}</span>
      <Time at={gist.updated_at} as="age" className={`${css.age} number`} />
      <span className={css.files}>
        {!gist.public && (
          <span className={css.private}>
            <Icon name="lock" size={12} /> Only you
          </span>
        )}
        {files.join(', ')}
      </span>
    </Link>
  );
}

function NoGists({ starred }: { starred: boolean }) {
  if (!starred) {
    return (
      <Empty icon="file" title="No gists yet">
        <p>Gists are replies, runbooks and snippets that the team shares. Programs can add them through the API.</p>
      </Empty>
    );
  }
  return (
    <Empty icon="star-outline" title="No starred gists">
      <p>Star the gists you paste most often; they are all here then.</p>
      <Link className="button" to="/gists" search={{}}>
        Show all gists
      </Link>
    </Empty>
  );
}
