import { type RefObject, useEffect } from 'react';
import { describeAction } from '../../keyboard/actions.ts';

const { keys: slash } = describeAction('message.gist');

/** Calls `open` when the user types `/` on an empty line. The slash is not inserted. */
export function useSlash(
  field: RefObject<HTMLTextAreaElement | null>,
  isInserting: RefObject<boolean>,
  open: () => void,
): void {
  useEffect(() => {
    const target = field.current;
    const onInput = (event: InputEvent): void => {
      if (isInserting.current || event.isComposing || event.inputType !== 'insertText' || event.data !== slash) return;
      if (!target || !isOnEmptyLine(target)) return;
      event.preventDefault();
      open();
    };
    target?.addEventListener('beforeinput', onInput);
    return () => target?.removeEventListener('beforeinput', onInput);
  });
}

function isOnEmptyLine({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean {
  const before = value[selectionStart - 1] ?? '\n';
  const after = value[selectionEnd] ?? '\n';
  return selectionStart === selectionEnd && before === '\n' && after === '\n';
}
