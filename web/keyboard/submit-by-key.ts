import type { KeyboardEvent } from 'react';
import { matchesAction } from './matches-action.ts';

/** The `onKeyDown` handler of a form: submits the form with the save shortcut. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!matchesAction('form.save', event) || event.repeat || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
