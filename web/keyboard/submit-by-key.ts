import type { KeyboardEvent } from 'react';
import { matchesAction } from './matches-action.ts';

/** Submits a form with the save shortcut, as its `onKeyDown`. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!matchesAction('form.save', event) || event.repeat || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
