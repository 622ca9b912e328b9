import { useRef } from 'react';
import type { ActionName } from '../keyboard/actions.ts';
import { useAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';

/** The action that opens the file picker. */
const attachAction: ActionName = 'message.attach';

type AttachButtonProps = { onAttach: (files: readonly File[]) => void };

/** Button that opens the system's file picker. */
export function AttachButton({ onAttach }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const open = (): void => input.current?.click();
  useAction(attachAction, open);
  return (
    <>
      <button
        type="button"
        className="button"
        // The focus stays in the field. Otherwise the composer collapses on a phone, and hides the button.
        onMouseDown={event => event.preventDefault()}
        onClick={open}
      >
        <Icon name="paperclip" size={14} />
        Attach <KeyHint keys="Shift a" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onAttach([...currentTarget.files]);
          // Otherwise the browser sends no event when the same file is chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
