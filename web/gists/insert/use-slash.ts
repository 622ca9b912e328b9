import { type RefObject, useEffect } from 'react';
import { describeAction } from '../../keyboard/actions.ts';

const { keys: slash } = describeAction('message.gist');

/** Calls `open` in place of a `/` typed at the beginning of an empty line; anywhere else a slash is a slash. */
export function useSlash(
  field: RefObject<HTMLTextAreaElement | null>,
  isOurs: RefObject<boolean>,
  open: () => void,
): void {
  useEffect(() => {
    const target = field.current;
    const hear = (event: InputEvent): void => {
      if (isOurs.current || event.isComposing || event.inputType !== 'insertText' || event.data !== slash) return;
      if (!target || !isOnEmptyLine(target)) return;
      event.preventDefault();
      open();
    };
    target?.addEventListener('beforeinput', hear);
    return () => target?.removeEventListener('beforeinput', hear);
  });
}

function isOnEmptyLine({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean {
  const before = value[selectionStart - 1] ?? '\n';
  const after = value[selectionEnd] ?? '\n';
  return selectionStart === selectionEnd && before === '\n' && after === '\n';
}
