import type { KeyboardEvent } from 'react';

/** Up and down lead from field to field, where there are several; within one, the browser goes left and right. */
export function moveBetween(form: HTMLFormElement | null, event: KeyboardEvent): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const chosen = [...(form?.querySelectorAll<HTMLInputElement>('input:checked') ?? [])];
  const index = chosen.findIndex(input => input.matches(':focus'));
  if (step === undefined || index < 0 || chosen.length < 2) return;
  event.preventDefault();
  chosen[index + step]?.focus();
}
