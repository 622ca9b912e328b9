import { Combobox, useCombobox } from '@mantine/core';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from './icon.tsx';
import './mantine-combobox.css';
import css from './picker.module.css';

type PickerChoice = { value: string; label: string; symbol?: ReactNode };

/**
 * A choice created from typed text. `choice` is null if the text cannot be added. `hint` explains why, or how the
 * choice differs from the text.
 */
export type CreatedChoice = { choice: PickerChoice | null; hint?: string };

type PickerProps = {
  /** Label for screen readers: "Priority". */
  name: string;
  choices: readonly PickerChoice[];
  /** Choices that failed to load, shown as an option that retries. */
  loadError?: { title: string; retry: () => void } | null;
  chosen: readonly string[];
  onChoose: (value: string) => void;
  /** Placeholder of the search field, which is shown with many choices or `create`. */
  search?: string;
  create?: (text: string) => CreatedChoice;
  className?: string | undefined;
  /** Receives a function that opens the picker. */
  opener?: RefObject<(() => void) | null>;
  /** Content of the button: the current choice. */
  children: ReactNode;
};

/** The value of the option that retries. No choice has this value. */
const retryValue = '\u0000';

/** A picker with more choices has a search field. */
const maxChoicesWithoutSearch = 8;

/**
 * A button that shows the current choice and opens a dropdown. Renders only the button until first opened, because four
 * dropdowns per ticket take longer to render than the rest of the ticket.
 */
export function Picker(props: PickerProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => setWasOpened(true);
  return wasOpened ? <OpeningPicker {...props} /> : <ClosedPicker {...props} onOpen={open} />;
}

function ClosedPicker({ name, className, opener, onOpen, children }: PickerProps & { onOpen: () => void }) {
  useImperativeHandle(opener, () => onOpen);
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onOpen();
  };
  return (
    <button
      type="button"
      aria-haspopup="listbox"
      aria-expanded={false}
      className={getPillClass(className)}
      onKeyDown={handleKeyDown}
      onClick={onOpen}
    >
      <span className="visually-hidden">{name}: </span>
      {children}
    </button>
  );
}

const getPillClass = (className: string | undefined): string => ['pill', className].filter(Boolean).join(' ');

/** The full picker, which opens when mounted. */
function OpeningPicker(props: PickerProps) {
  const { name, choices, loadError, chosen, onChoose, create, className, opener, children } = props;
  const search = create || choices.length > maxChoicesWithoutSearch ? props.search : undefined;
  const { store, button, text, setText } = useOpenCombobox(search !== undefined, opener);
  const { options, hint } = getOptions(props, text.trim());
  /** Without a search field, a letter selects the next choice that starts with it. */
  const jump = ({ key }: KeyboardEvent): void => {
    if (!store.dropdownOpened || key.length > 1) return;
    const matches = [...choices.keys()].filter(index =>
      choices[index]?.label.toLowerCase().startsWith(key.toLowerCase()),
    );
    const next = matches.find(index => index > store.getSelectedOptionIndex()) ?? matches[0];
    if (next !== undefined) store.selectOption(next);
  };
  return (
    <Combobox
      store={store}
      position="bottom-start"
      offset={6}
      width={220}
      onOptionSubmit={value => {
        if (value === retryValue) return loadError?.retry();
        onChoose(value);
        store.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <button
          ref={button}
          type="button"
          onKeyDown={jump}
          className={getPillClass(className)}
          onClick={() => store.toggleDropdown()}
        >
          <span className="visually-hidden">{name}: </span>
          {children}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {search !== undefined && (
          <Combobox.Search
            aria-label={name}
            dir="auto"
            placeholder={search}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
        )}
        <Combobox.Options aria-label={name} className={css.options}>
          {options.map(({ value, label, symbol }) => (
            <Combobox.Option key={value} value={value} active={chosen.includes(value)}>
              {symbol}
              <span className={`${css.label} truncate`} dir="auto">
                {label}
              </span>
              {chosen.includes(value) && <Icon name="tick" size={14} />}
            </Combobox.Option>
          ))}
          {loadError && (
            <Combobox.Option value={retryValue}>
              <Icon name="alert" size={14} />
              <span className={css.error}>{loadError.title}. Try again</span>
            </Combobox.Option>
          )}
          {options.length === 0 && <Combobox.Empty>{hint ?? 'No matches'}</Combobox.Empty>}
        </Combobox.Options>
        {hint !== undefined && options.length > 0 && (
          <p role="status" className={css.hint}>
            {hint}
          </p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Returns the choices that match the typed text, and the choice created from it. */
function getOptions(
  { choices, create }: PickerProps,
  typed: string,
): { options: PickerChoice[]; hint?: string | undefined } {
  const options = choices.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
  if (typed === '' || !create) return { options };
  const { choice, hint } = create(typed);
  if (!choice || options.some(({ value }) => value === choice.value)) return { options, hint };
  return { options: [...options, choices.find(({ value }) => value === choice.value) ?? choice], hint };
}

/** Creates the combobox state, including focus handling and the active option. */
function useOpenCombobox(isSearched: boolean, opener: PickerProps['opener']) {
  const [text, setText] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const store = useCombobox({
    onDropdownClose: () => {
      store.resetSelectedOption();
      // Synchronously: a later call could take the focus from a newly opened or clicked element.
      button.current?.focus({ preventScroll: true });
      setText('');
    },
  });
  const open = store.dropdownOpened;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes on every render; runs when it opens
  useEffect(() => {
    if (!open) return;
    // Synchronously, for users who open the picker with a key and continue typing.
    if (isSearched) store.searchRef.current?.focus({ preventScroll: true });
    else store.selectActiveOption();
  }, [open]);
  const openNow = (): void => {
    button.current?.focus();
    store.openDropdown('keyboard');
  };
  useImperativeHandle(opener, () => openNow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it replaces the closed picker
  useLayoutEffect(openNow, []);
  // Enter selects the first match.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes on every render; runs when the text changes
  useEffect(() => {
    if (text.trim() !== '') store.selectFirstOption();
  }, [text]);
  return { store, button, text, setText };
}
