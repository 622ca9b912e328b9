import { type RefObject, useEffect, useRef, useState } from 'react';
import { matchesAction } from '../../keyboard/matches-action.ts';
import { insertAtCursor } from './insert-at-cursor.ts';
import { addLineBreaks } from './insertable-text.ts';
import { findPlaceholder } from './placeholders.ts';

type Insertion = {
  /** Inserts a gist's text at the caret and selects its first placeholder. */
  insert: (text: string) => void;
  /** Inserts a text. */
  type: (text: string) => void;
  /** True while this hook writes into the field. */
  isTyping: RefObject<boolean>;
  /** True if Tab moves to another placeholder. */
  hasNext: boolean;
};

/** Inserts text into a field and moves through its placeholders with Tab. `onFocus` may preload the picker. */
export function useInsertion(field: RefObject<HTMLTextAreaElement | null>, onFocus: () => void): Insertion {
  const isTyping = useRef(false);
  const wasFocused = useRef(false);
  const [hasNext, setHasNext] = useState(false);

  const type = (text: string): number => {
    const target = field.current;
    if (!target) return 0;
    // Before the first focus the caret is at the start of a restored draft.
    if (!wasFocused.current) target.setSelectionRange(target.value.length, target.value.length);
    isTyping.current = true;
    const caret = target.selectionEnd;
    const { start } = insertAtCursor(
      target,
      addLineBreaks(text, target.value.slice(0, caret), target.value.slice(caret)),
    );
    isTyping.current = false;
    return start;
  };
  const select = (from: number): boolean => {
    const target = field.current;
    const found = target && findPlaceholder(target.value, from);
    setHasNext(Boolean(found && findPlaceholder(target.value, found.end)));
    if (found) target.setSelectionRange(found.start, found.end);
    return Boolean(found);
  };
  const insert = (text: string): void => {
    const start = type(text.replace(/\s+$/, ''));
    select(start);
  };

  useEffect(() => {
    const target = field.current;
    const focus = (): void => {
      wasFocused.current = true;
      onFocus();
    };
    const leave = (): void => setHasNext(false);
    // Selecting a placeholder by other means also enables Tab.
    const onSelect = (): void => {
      if (target && isPlaceholderSelected(target))
        setHasNext(findPlaceholder(target.value, target.selectionEnd) !== null);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTab = matchesAction('message.blank', event);
      const isInPlaceholders = target !== null && (hasNext || isPlaceholderSelected(target));
      if (isTab && isInPlaceholders && select(target.selectionEnd)) event.preventDefault();
      else if (!isTab) onSelect();
    };
    target?.addEventListener('focus', focus);
    target?.addEventListener('blur', leave);
    target?.addEventListener('select', onSelect);
    target?.addEventListener('keydown', onKeyDown);
    return () => {
      target?.removeEventListener('focus', focus);
      target?.removeEventListener('blur', leave);
      target?.removeEventListener('select', onSelect);
      target?.removeEventListener('keydown', onKeyDown);
    };
  });

  return { insert, type, isTyping, hasNext };
}

function isPlaceholderSelected({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean {
  const found = findPlaceholder(value, selectionStart);
  return found?.start === selectionStart && found.end === selectionEnd;
}
