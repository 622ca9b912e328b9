import { type ComponentProps, useRef } from 'react';
import { Picker } from '../ui/picker.tsx';
import type { ActionName } from './actions.ts';
import type { GetChoices } from './keyboard.ts';
import { useAction } from './use-action.ts';

/** A picker that an action also opens, and whose choices appear in the palette. */
export function ActionPicker({ action, ...picker }: { action: ActionName } & ComponentProps<typeof Picker>) {
  const { choices, chosen, onChoose, create } = picker;
  const opener = useRef<(() => void) | null>(null);
  const getChoices: GetChoices = text => {
    const created = text === '' ? null : (create?.(text).choice ?? null);
    const isKnown = created === null || choices.some(({ value }) => value === created.value);
    const newChoices = isKnown ? [] : [{ value: created.value, label: created.value, symbol: undefined }];
    return [...choices, ...newChoices].map(({ value, label, symbol }) => ({
      value,
      label,
      symbol,
      chosen: chosen.includes(value),
      choose: () => onChoose(value),
    }));
  };
  useAction(action, () => opener.current?.(), { choices: getChoices });
  return <Picker {...picker} opener={opener} />;
}
