import { useNavigate } from '@tanstack/react-router';
import { stringifySearch } from '../api-client/search-params.ts';
import { useAction } from '../keyboard/use-action.ts';
import type { PagingProps } from '../list/paging-props.ts';
import { VirtualRows } from '../list/virtual-rows.tsx';
import type { GistFilter } from './gist-filter.ts';
import { GistRow } from './gist-row.tsx';
import type { ListedGist } from './queries.ts';
import { useIsStarred, useToggleStar } from './star.ts';

type GistRowsProps = PagingProps & {
  rows: readonly ListedGist[];
  /** Ids of shown rows that have left the list. */
  removed: ReadonlySet<string>;
  /** Incremented to scroll the list to its top. */
  refreshCount: number;
  filter: GistFilter;
  openId: string | undefined;
};

/** The rows of the gist list; `s` stars or unstars the focused gist. */
export function GistRows({ filter, removed, ...list }: GistRowsProps) {
  const navigate = useNavigate();
  const isStarred = useIsStarred();
  const toggleStar = useToggleStar();
  const starFocused = (): void => {
    const id = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    if (id !== undefined) toggleStar(id);
  };
  useAction('gist.star', list.openId === undefined ? starFocused : null);
  return (
    <VirtualRows
      {...list}
      label="Gists"
      list={stringifySearch(filter)}
      open={gistId => void navigate({ to: '/gists/$gistId', params: { gistId }, search: filter })}
    >
      {gist => (
        <GistRow
          gist={gist}
          href={`/gists/${encodeURIComponent(gist.id)}${stringifySearch(filter)}`}
          open={gist.id === list.openId}
          removed={removed.has(gist.id)}
          starred={isStarred(gist.id) ?? false}
        />
      )}
    </VirtualRows>
  );
}
