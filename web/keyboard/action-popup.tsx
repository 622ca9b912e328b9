import { type ComponentProps, useRef } from 'react';
import { Popup } from '../ui/popup.tsx';
import type { ActionName } from './actions.ts';
import { useAction } from './use-action.ts';

/** A popup that an action also opens while its button is enabled and visible. */
export function ActionPopup({ action, ...popup }: { action: ActionName } & ComponentProps<typeof Popup>) {
  const opener = useRef<(() => void) | null>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  useAction(action, () => opener.current?.(), { button: anchor });
  return <Popup {...popup} opener={opener} anchor={anchor} />;
}
