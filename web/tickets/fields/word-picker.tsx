import type { ReactNode } from 'react';
import { ActionPicker } from '../../keyboard/action-picker.tsx';
import type { ActionName } from '../../keyboard/actions.ts';
import { LookIcon } from '../look-icon.tsx';
import type { Look } from '../words.ts';

type WordPickerProps<Word extends string> = {
  action: ActionName;
  name: string;
  words: readonly Word[];
  looks: Readonly<Record<Word, Look>>;
  chosen: readonly string[];
  onChoose: (word: Word) => void;
  children: ReactNode;
};

/** Chooses a word of the API, a state or a priority, among all there are. */
export function WordPicker<Word extends string>({ words, looks, onChoose, ...picker }: WordPickerProps<Word>) {
  return (
    <ActionPicker
      {...picker}
      choices={words.map(word => ({ value: word, label: looks[word].label, mark: <LookIcon look={looks[word]} /> }))}
      onChoose={value => {
        const word = words.find(each => each === value);
        if (word !== undefined) onChoose(word);
      }}
    />
  );
}
