import { useEffect } from 'react';
import { useLatest } from '../../use-latest.ts';

/** ⌘Enter and ⌘S, wherever the focus is. */
export function useSaveKeys(save: () => void): void {
  const latest = useLatest(save);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey || event.isComposing) return;
      if (event.key !== 'Enter' && event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) latest.current();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
