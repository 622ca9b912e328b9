import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatSize } from '../../ui/format-size.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { GistName } from '../gist-name.tsx';
import { gistItem, type ListedGist } from '../queries.ts';
import { ChoiceList } from './choice-list.tsx';
import css from './insert-gist.module.css';
import { toInsertableText } from './insertable-text.ts';
import { TextPreview } from './preview.tsx';

type FileChoicesProps = { gist: ListedGist; onInsert: (text: string) => void; onBack: () => void };

/** Chooses one of several files of a gist. */
export function FileChoices({ gist, onInsert, onBack }: FileChoicesProps) {
  const [query, search] = useState('');
  const { data } = useQuery(gistItem(gist.id));
  const files = Object.entries(data?.files ?? {}).filter(([name]) => name.toLowerCase().includes(query.toLowerCase()));
  return (
    <>
      <ChoiceList
        label="Which file?"
        query={query}
        onSearch={search}
        choices={files}
        getKey={([name]) => name}
        isPending={!data}
        onChoose={file => onInsert(toInsertableText(...file))}
        onEmptyKey={key => {
          const isBack = key === 'Backspace' || key === 'ArrowLeft';
          if (isBack) onBack();
          return isBack;
        }}
        empty={<p className={css.message}>No file named “{query}”.</p>}
        preview={file => <TextPreview text={toInsertableText(...file)} />}
      >
        {([name, file]) => (
          <>
            <span className={css.mark}>
              <Icon name="file" size={14} className={css.file} />
            </span>
            <span className={`${css.name} truncate`} dir="auto">
              {name}
            </span>
            <span className={`${css.size} number`}>{formatSize(file.size)}</span>
          </>
        )}
      </ChoiceList>
      <div className={css.keys}>
        <button type="button" className={`${css.back} truncate`} onClick={onBack}>
          <Icon name="back" size={12} /> <GistName gist={gist} />
        </button>
        <span>
          <KeyHint keys="Enter" /> insert
        </span>
      </div>
    </>
  );
}
