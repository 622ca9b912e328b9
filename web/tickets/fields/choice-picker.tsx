import type { ReactNode } from 'react';
import { ActionPicker } from '../../keyboard/action-picker.tsx';
import type { ActionName } from '../../keyboard/actions.ts';
import { LookIcon } from '../look-icon.tsx';
import type { ChoiceField } from '../looks.ts';

type ChoicePickerProps<Value extends string> = {
  field: ChoiceField<Value>;
  action: ActionName;
  name: string;
  chosen: readonly string[];
  onChoose: (value: Value) => void;
  children: ReactNode;
};

export function ChoicePicker<Value extends string>({ field, onChoose, ...picker }: ChoicePickerProps<Value>) {
  const { values, looks } = field;
  return (
    <ActionPicker
      {...picker}
      choices={values.map(value => ({ value, label: looks[value].label, symbol: <LookIcon look={looks[value]} /> }))}
      onChoose={chosen => {
        const value = values.find(candidate => candidate === chosen);
        if (value !== undefined) onChoose(value);
      }}
    />
  );
}
