import { useEffect } from 'react';
import { isKeyOf } from '../../keyboard/is-key-of.ts';
import { useLatest } from '../../use-latest.ts';

/** Saves on ⌘Enter and ⌘S, wherever the focus is. */
export function useSaveKeys(save: () => void): void {
  const latest = useLatest(save);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || !(isKeyOf('form.save', event) || isKeyOf('gist.save', event))) return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) latest.current();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
