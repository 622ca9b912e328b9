import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { cutText } from '#contract/cut-text';
import { useIsUnreachable } from '../../api-client/connection/reachability.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { gistItem, type ListedGist } from '../queries.ts';
import css from './insert-gist.module.css';
import { toInsertableText } from './insertable-text.ts';
import { splitAtPlaceholders } from './placeholders.ts';

export function GistPreview({ gist }: { gist: ListedGist }) {
  const { data, error, isError, refetch } = useQuery(gistItem(gist.id));
  const isUnreachable = useIsUnreachable();
  if (!data) {
    if (isError) return <ErrorState title="Couldn’t load the gist" error={error} retry={() => void refetch()} />;
    return (
      <p className={css.message}>
        {isUnreachable ? 'Couldn’t load the preview: the desk is unreachable.' : 'Loading…'}
      </p>
    );
  }
  const files = Object.entries(data.files);
  return (
    <>
      {files.length > 1 && (
        <p className={css.files}>
          {files.length} files: {files.map(([name]) => name).join(', ')}
        </p>
      )}
      <TextPreview text={files[0] ? toInsertableText(...files[0]) : ''} />
    </>
  );
}

const maxLength = 4000;

/** Shows the start of a file with its placeholders highlighted. */
export function TextPreview({ text }: { text: string }) {
  const shown = useDeferredValue(cutText(text, maxLength));
  return (
    <pre className={css.text} dir="auto">
      {splitAtPlaceholders(shown).map(({ text: piece, isPlaceholder }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are never reordered
        isPlaceholder ? <mark key={index}>{piece}</mark> : piece,
      )}
      {text.length > maxLength && ' …'}
    </pre>
  );
}
