import { useState } from 'react';
import type { GistRow } from '../queries.ts';
import { FileChoices } from './file-choices.tsx';
import { GistChoices } from './gist-choices.tsx';

type GistPickerProps = {
  words: string;
  onSearch: (words: string) => void;
  onInsert: (text: string) => void;
  /** A slash in the empty field: it was meant as one. */
  onSlash: () => void;
};

/** Chooses a gist and, where it has several files, the file. */
export default function GistPicker({ words, onSearch, onInsert, onSlash }: GistPickerProps) {
  const [within, enter] = useState<GistRow | null>(null);
  if (within) return <FileChoices gist={within} onInsert={onInsert} onBack={() => enter(null)} />;
  return <GistChoices words={words} onSearch={onSearch} onInsert={onInsert} onEnter={enter} onSlash={onSlash} />;
}
