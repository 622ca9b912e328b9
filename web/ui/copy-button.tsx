import { useState } from 'react';
import { Icon } from './icon.tsx';

const thanksMilliseconds = 1600;

/** Copies a text, which may be made when it is asked for. `what` names it for those who cannot see what the button stands beside. */
export function CopyButton({ text, what }: { text: string | (() => string); what: string }) {
  const [said, say] = useState<'Copy' | 'Copied' | 'Not copied'>('Copy');
  const copy = async (): Promise<void> => {
    say(
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
        () => 'Copied' as const,
        () => 'Not copied' as const,
      ),
    );
    setTimeout(() => say('Copy'), thanksMilliseconds);
  };
  return (
    <button type="button" className="button" aria-label={`${said} ${what}`} onClick={() => void copy()}>
      <Icon name={said === 'Copied' ? 'tick' : 'copy'} size={14} />
      <span aria-live="polite">{said}</span>
    </button>
  );
}
