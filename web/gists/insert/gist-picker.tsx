import { useState } from 'react';
import type { ListedGist } from '../queries.ts';
import { FileChoices } from './file-choices.tsx';
import { GistChoices } from './gist-choices.tsx';

type GistPickerProps = {
  query: string;
  onSearch: (query: string) => void;
  onInsert: (text: string) => void;
  /** Called for a slash in the empty search field. */
  onSlash: () => void;
};

/** Chooses a gist and, if it has several files, the file. */
export default function GistPicker({ query, onSearch, onInsert, onSlash }: GistPickerProps) {
  const [opened, open] = useState<ListedGist | null>(null);
  if (opened) return <FileChoices gist={opened} onInsert={onInsert} onBack={() => open(null)} />;
  return <GistChoices query={query} onSearch={onSearch} onInsert={onInsert} onOpen={open} onSlash={onSlash} />;
}
