import { useState } from 'react';
import { Icon } from './icon.tsx';

const confirmationMilliseconds = 1600;

/** Copies text, which may be created on click. Screen readers announce `Copy {subject}`. */
export function CopyButton({ text, subject }: { text: string | (() => string); subject: string }) {
  const [label, setLabel] = useState<'Copy' | 'Copied' | 'Couldn’t copy'>('Copy');
  const copy = async (): Promise<void> => {
    setLabel(
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
        () => 'Copied' as const,
        () => 'Couldn’t copy' as const,
      ),
    );
    setTimeout(() => setLabel('Copy'), confirmationMilliseconds);
  };
  return (
    <button type="button" className="button" aria-label={`${label} ${subject}`} onClick={() => void copy()}>
      <Icon name={label === 'Copied' ? 'tick' : 'copy'} size={14} />
      <span aria-live="polite">{label}</span>
    </button>
  );
}
