import { type ComponentProps, useRef } from 'react';
import { Picker } from '../ui/picker.tsx';
import type { ActionName } from './actions.ts';
import type { Choices } from './keyboard.ts';
import { useAction } from './use-action.ts';

/** A picker that its action opens too, and whose choices the palette offers by themselves. */
export function ActionPicker({ action, ...picker }: { action: ActionName } & ComponentProps<typeof Picker>) {
  const { choices, chosen, onChoose, create } = picker;
  const opener = useRef<(() => void) | null>(null);
  const offer: Choices = text => {
    const made = text === '' ? null : (create?.(text).choice ?? null);
    const known = made === null || choices.some(({ value }) => value === made.value);
    const news = known ? [] : [{ value: made.value, label: made.value, mark: undefined }];
    return [...choices, ...news].map(({ value, label, mark }) => ({
      label,
      mark,
      chosen: chosen.includes(value),
      choose: () => onChoose(value),
    }));
  };
  useAction(action, () => opener.current?.(), { choices: offer });
  return <Picker {...picker} opener={opener} />;
}
