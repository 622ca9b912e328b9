import type { KeyboardEvent } from 'react';
import { isKeyOf } from './is-key-of.ts';

/** Submits a form with the save shortcut, as its `onKeyDown`. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isKeyOf('form.save', event) || event.repeat || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
