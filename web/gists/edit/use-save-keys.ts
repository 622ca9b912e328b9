import { useEffect } from 'react';
import { isKeyOf } from '../../keyboard/is-key-of.ts';
import { useLatest } from '../../use-latest.ts';

/** ⌘Enter and ⌘S, wherever the focus is. */
export function useSaveKeys(save: () => void): void {
  const latest = useLatest(save);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.isComposing || !(isKeyOf('form.save', event) || isKeyOf('gist.save', event))) return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) latest.current();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
