import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useThrottled } from '../../list/use-throttled.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { GistName } from '../gist-name.tsx';
import { gistItem, type ListedGist } from '../queries.ts';
import { useIsStarred } from '../star.ts';
import { ChoiceList } from './choice-list.tsx';
import css from './insert-gist.module.css';
import { toInsertableText } from './insertable-text.ts';
import { GistPreview } from './preview.tsx';
import { useGistChoices } from './use-choices.ts';

type GistChoicesProps = {
  query: string;
  onSearch: (query: string) => void;
  onInsert: (text: string) => void;
  /** Called for a gist with several files, to choose a file. */
  onOpen: (gist: ListedGist) => void;
  onSlash: () => void;
};

const throttleMilliseconds = 150;
const prefetchCount = 6;

/** The gists that match the typed query, starred gists first. */
export function GistChoices({ query, onSearch, onInsert, onOpen, onSlash }: GistChoicesProps) {
  const [searched, setSearched] = useState(query.trim());
  const searchLater = useThrottled(throttleMilliseconds, setSearched);
  const { gists, isPending, error, retry } = useGistChoices(query, searched);
  const isStarred = useIsStarred();
  const client = useQueryClient();
  const hasGists = gists.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: prefetches the first results only
  useEffect(() => {
    for (const { id } of gists.slice(0, prefetchCount)) void client.prefetchQuery(gistItem(id));
  }, [hasGists]);

  /** Number of the current choice. A later choice, a new search or closing the picker cancels the choice. */
  const choice = useRef(0);
  useEffect(() => () => void choice.current++, []);
  const choose = async (gist: ListedGist): Promise<void> => {
    const number = ++choice.current;
    const { files } = await client.ensureQueryData(gistItem(gist.id));
    if (number !== choice.current) return;
    const [first, ...moreFiles] = Object.entries(files);
    if (first && moreFiles.length === 0) onInsert(toInsertableText(...first));
    else onOpen(gist);
  };
  return (
    <>
      <ChoiceList
        label="Search gists"
        query={query}
        onSearch={text => {
          choice.current++;
          onSearch(text);
          searchLater(text.trim());
        }}
        choices={gists}
        getKey={({ id }) => id}
        isPending={isPending}
        // The preview reports a failed request and offers a retry.
        onChoose={gist => void choose(gist).catch(() => {})}
        onEmptyKey={key => {
          if (key === '/') onSlash();
          return key === '/';
        }}
        empty={
          error ? (
            <ErrorState title="Couldn’t load gists" error={error} retry={retry} />
          ) : (
            <NoChoices query={query} isPending={isPending} />
          )
        }
        preview={gist => <GistPreview gist={gist} />}
      >
        {gist => <GistChoice gist={gist} starred={isStarred(gist.id) ?? false} />}
      </ChoiceList>
      <KeyHints />
    </>
  );
}

function GistChoice({ gist, starred }: { gist: ListedGist; starred: boolean }) {
  return (
    <>
      <span className={css.mark}>
        <Icon name={starred ? 'star' : 'file'} size={14} className={starred ? css.star : css.file} />
        {starred && <span className="visually-hidden">Starred. </span>}
      </span>
      <span className={`${css.name} truncate`} dir="auto">
        <GistName gist={gist} />
      </span>
      {!gist.public && (
        <span className={css.private} title="Only you">
          <Icon name="lock" size={12} />
          <span className="visually-hidden">Only you</span>
        </span>
      )}
    </>
  );
}

const KeyHints = () => (
  <div className={css.keys}>
    <span>
      <KeyHint keys="Enter" /> insert
    </span>
    <span>
      <KeyHint keys="Escape" /> back to the text
    </span>
    <span>
      <KeyHint keys="/" always /> type a slash
    </span>
  </div>
);

function NoChoices({ query, isPending }: { query: string; isPending: boolean }) {
  if (isPending) return <p className={css.message}>Loading…</p>;
  if (query.trim() !== '') return <p className={css.message}>No matches for “{query.trim()}”.</p>;
  return (
    <p className={css.message}>
      No gists yet. <Link to="/gists/new">Write the first one</Link>
    </p>
  );
}
