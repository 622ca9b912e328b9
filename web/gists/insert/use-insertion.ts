import { type RefObject, useEffect, useRef, useState } from 'react';
import { matchesAction } from '../../keyboard/matches-action.ts';
import { addLineBreaks } from './insertable-text.ts';
import { findPlaceholder } from './placeholders.ts';

/** Inserts text into a field. Tab moves through the field's placeholders. `onFocus` may preload the picker. */
export function useInsertion(field: RefObject<HTMLTextAreaElement | null>, onFocus: () => void) {
  /** True while this hook writes into the field. */
  const isInserting = useRef(false);
  const wasFocused = useRef(false);
  /** True if Tab moves to the next placeholder. */
  const [hasNext, setHasNext] = useState(false);

  /** Inserts text at the caret. Returns the offset of the text. */
  const insertText = (text: string): number => {
    const target = field.current;
    if (!target) return 0;
    // Before the first focus, the caret is at the start of a restored draft. Moves the caret to the end.
    if (!wasFocused.current) target.setSelectionRange(target.value.length, target.value.length);
    isInserting.current = true;
    const caret = target.selectionEnd;
    insertAt(target, caret, addLineBreaks(text, target.value.slice(0, caret), target.value.slice(caret)));
    isInserting.current = false;
    return caret;
  };
  /** Selects the first placeholder at or after an offset. Returns false without a placeholder. */
  const select = (from: number): boolean => {
    const target = field.current;
    const found = target && findPlaceholder(target.value, from);
    setHasNext(Boolean(found && findPlaceholder(target.value, found.end)));
    if (found) target.setSelectionRange(found.start, found.end);
    return Boolean(found);
  };
  /** Inserts a gist's text at the caret and selects its first placeholder. */
  const insert = (text: string): void => void select(insertText(text.replace(/\s+$/, '')));

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
      const isTab = matchesAction('message.placeholder', event);
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

  return { insert, insertText, isInserting, hasNext };
}

/** With longer texts the browser's insert command takes seconds. */
const maxUndoCharacters = 20_000;

/**
 * Inserts text into a field and puts the caret after it. Texts up to `maxUndoCharacters` use the browser's insert
 * command, so that Ctrl+Z undoes the insertion.
 */
export function insertAt(field: HTMLTextAreaElement, offset: number, text: string): void {
  field.focus();
  field.setSelectionRange(offset, offset);
  if (text.length <= maxUndoCharacters && document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, offset, offset, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

function isPlaceholderSelected({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean {
  const found = findPlaceholder(value, selectionStart);
  return found?.start === selectionStart && found.end === selectionEnd;
}
