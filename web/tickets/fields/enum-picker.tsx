import type { ReactNode } from 'react';
import { ActionPicker } from '../../keyboard/action-picker.tsx';
import type { ActionName } from '../../keyboard/actions.ts';
import { LookIcon } from '../look-icon.tsx';
import type { Look } from '../looks.ts';

type EnumPickerProps<Value extends string> = {
  action: ActionName;
  name: string;
  values: readonly Value[];
  looks: Readonly<Record<Value, Look>>;
  chosen: readonly string[];
  onChoose: (value: Value) => void;
  children: ReactNode;
};

/** Picker for a state or a priority. */
export function EnumPicker<Value extends string>({ values, looks, onChoose, ...picker }: EnumPickerProps<Value>) {
  return (
    <ActionPicker
      {...picker}
      choices={values.map(value => ({
        value,
        label: looks[value].label,
        mark: <LookIcon look={looks[value]} />,
      }))}
      onChoose={value => {
        const word = values.find(candidate => candidate === value);
        if (word !== undefined) onChoose(word);
      }}
    />
  );
}
