import { useState } from 'react';
import { Icon } from './icon.tsx';

const confirmationMilliseconds = 1600;

/** Copies a text, which may be created on click. `what` names it for screen readers. */
export function CopyButton({ text, what }: { text: string | (() => string); what: string }) {
  const [label, setLabel] = useState<'Copy' | 'Copied' | 'Not copied'>('Copy');
  const copy = async (): Promise<void> => {
    setLabel(
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
        () => 'Copied' as const,
        () => 'Not copied' as const,
      ),
    );
    setTimeout(() => setLabel('Copy'), confirmationMilliseconds);
  };
  return (
    <button type="button" className="button" aria-label={`${label} ${what}`} onClick={() => void copy()}>
      <Icon name={label === 'Copied' ? 'tick' : 'copy'} size={14} />
      <span aria-live="polite">{label}</span>
    </button>
  );
}
