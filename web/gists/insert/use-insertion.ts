import { type RefObject, useEffect, useRef, useState } from 'react';
import { isKeyOf } from '../../keyboard/is-key-of.ts';
import { insertAtCursor } from './insert-at-cursor.ts';
import { asOwnLines } from './insertable-text.ts';
import { findPlaceholder } from './placeholders.ts';

type Insertion = {
  /** Inserts a gist's text at the caret and selects its first placeholder. */
  insert: (text: string) => void;
  /** Inserts a text. */
  type: (text: string) => void;
  /** True while it is us who write into the field. */
  isTyping: RefObject<boolean>;
  /** Whether Tab goes to a further placeholder. */
  hasNext: boolean;
};

/** Inserting into a field, and the way through the placeholders of what was inserted. `onFocus`: it may soon be wanted. */
export function useInsertion(field: RefObject<HTMLTextAreaElement | null>, onFocus: () => void): Insertion {
  const isTyping = useRef(false);
  const wasFocused = useRef(false);
  const [hasNext, setHasNext] = useState(false);

  const type = (text: string): number => {
    const target = field.current;
    if (!target) return 0;
    // Where nobody has put the caret yet, it stands before what a draft already says.
    if (!wasFocused.current) target.setSelectionRange(target.value.length, target.value.length);
    isTyping.current = true;
    const caret = target.selectionEnd;
    const { start } = insertAtCursor(target, asOwnLines(text, target.value.slice(0, caret), target.value.slice(caret)));
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
    // One that was selected in another way is a way in, too.
    const look = (): void => {
      if (target && isPlaceholderSelected(target))
        setHasNext(findPlaceholder(target.value, target.selectionEnd) !== null);
    };
    const hearKey = (event: KeyboardEvent): void => {
      const isTab = isKeyOf('message.blank', event);
      const leadsOn = target !== null && (hasNext || isPlaceholderSelected(target));
      if (isTab && leadsOn && select(target.selectionEnd)) event.preventDefault();
      else if (!isTab) look();
    };
    target?.addEventListener('focus', focus);
    target?.addEventListener('blur', leave);
    target?.addEventListener('select', look);
    target?.addEventListener('keydown', hearKey);
    return () => {
      target?.removeEventListener('focus', focus);
      target?.removeEventListener('blur', leave);
      target?.removeEventListener('select', look);
      target?.removeEventListener('keydown', hearKey);
    };
  });

  return { insert, type, isTyping, hasNext };
}

function isPlaceholderSelected({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean {
  const found = findPlaceholder(value, selectionStart);
  return found?.start === selectionStart && found.end === selectionEnd;
}
