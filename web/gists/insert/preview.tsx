import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useIsUnreachable } from '../../connection/use-reachability.ts';
import { Failure } from '../../ui/failure.tsx';
import { type GistRow, gistItem } from '../queries.ts';
import css from './insert-gist.module.css';
import { insertableText } from './insertable-text.ts';
import { splitAtPlaceholders } from './placeholders.ts';

/** What a gist would insert. */
export function GistPreview({ gist }: { gist: GistRow }) {
  const { data, error, isError, refetch } = useQuery(gistItem(gist.id));
  const isUnreachable = useIsUnreachable();
  if (!data) {
    if (isError) return <Failure what="The gist could not be read" error={error} retry={() => void refetch()} />;
    return <p className={css.nothing}>{isUnreachable ? 'Not read yet; the desk cannot be reached.' : 'Reading…'}</p>;
  }
  const files = Object.entries(data.files);
  return (
    <>
      {files.length > 1 && (
        <p className={css.files}>
          {files.length} files: {files.map(([name]) => name).join(', ')}
        </p>
      )}
      <TextPreview text={files[0] ? insertableText(files[0][1]) : ''} />
    </>
  );
}

const mostCharacters = 4000;

/** The beginning of a text as it would be inserted, its blanks marked. */
export function TextPreview({ text }: { text: string }) {
  const shown = useDeferredValue(text.slice(0, mostCharacters));
  return (
    <pre className={css.text} dir="auto">
      {splitAtPlaceholders(shown).map(({ text: piece, isPlaceholder }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
        isPlaceholder ? <mark key={index}>{piece}</mark> : piece,
      )}
      {text.length > mostCharacters && ' …'}
    </pre>
  );
}
