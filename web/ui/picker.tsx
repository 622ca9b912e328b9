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

/** Something to choose. */
export type Choice = { value: string; label: string; mark?: ReactNode };

/** What is made of a typed text: a choice, unless that cannot be, and why it is not the text itself. */
export type NewChoice = { choice: Choice | null; hint?: string };

type PickerProps = {
  /** What is chosen here, for screen readers: "Priority". */
  name: string;
  choices: readonly Choice[];
  /** Which of the choices could not be read, and the way to read them again, which is one more to choose. */
  unread?: { what: string; retry: () => void } | null;
  chosen: readonly string[];
  onChoose: (value: string) => void;
  /** The hint in a field to search in, which is there where there are many choices, or where a new one can be made. */
  search?: string;
  /** Makes a choice of what was typed. */
  create?: (text: string) => NewChoice;
  className?: string | undefined;
  /** Is given the way to open it from elsewhere. */
  opener?: RefObject<(() => void) | null>;
  /** The button's inside: what is chosen now. */
  children: ReactNode;
};

/** No value of a choice. */
const readAgain = '\u0000';

/** So many choices are in view at once: they need no search. */
const fewChoices = 8;

/**
 * A button that shows what is chosen, and opens to choose otherwise. Until it is opened first it is no more than a
 * button: a ticket has four, and drawing what opens takes longer than drawing the ticket.
 */
export function Picker(props: PickerProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => setWasOpened(true);
  return wasOpened ? <OpeningPicker {...props} /> : <ClosedPicker {...props} onOpen={open} />;
}

function ClosedPicker({ name, className, opener, onOpen, children }: PickerProps & { onOpen: () => void }) {
  useImperativeHandle(opener, () => onOpen);
  const hearKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onOpen();
  };
  return (
    <button
      type="button"
      aria-haspopup="listbox"
      aria-expanded={false}
      className={pillClass(className)}
      onKeyDown={hearKey}
      onClick={onOpen}
    >
      <span className="visually-hidden">{name}: </span>
      {children}
    </button>
  );
}

const pillClass = (className: string | undefined): string => ['pill', className].filter(Boolean).join(' ');

/** Is open as soon as it is there. */
function OpeningPicker(props: PickerProps) {
  const { name, choices, unread, chosen, onChoose, create, className, opener, children } = props;
  const search = create || choices.length > fewChoices ? props.search : undefined;
  const { store, button, text, setText } = useOpenStore(search !== undefined, opener);
  const { options, hint } = optionsFor(props, text.trim());
  /** Without a field to search in, a letter goes to the next choice that begins with it. */
  const jump = ({ key }: KeyboardEvent): void => {
    if (!store.dropdownOpened || key.length > 1) return;
    const fits = [...choices.keys()].filter(index => choices[index]?.label.toLowerCase().startsWith(key.toLowerCase()));
    const next = fits.find(index => index > store.getSelectedOptionIndex()) ?? fits[0];
    if (next !== undefined) store.selectOption(next);
  };
  return (
    <Combobox
      store={store}
      position="bottom-start"
      offset={6}
      width={220}
      onOptionSubmit={value => {
        if (value === readAgain) return unread?.retry();
        onChoose(value);
        store.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <button
          ref={button}
          type="button"
          onKeyDown={jump}
          className={pillClass(className)}
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
          {options.map(({ value, label, mark }) => (
            <Combobox.Option key={value} value={value} active={chosen.includes(value)}>
              {mark}
              <span className={css.label} dir="auto">
                {label}
              </span>
              {chosen.includes(value) && <Icon name="tick" size={14} />}
            </Combobox.Option>
          ))}
          {unread && (
            <Combobox.Option value={readAgain}>
              <Icon name="alert" size={14} />
              <span className={css.unread}>{unread.what} could not be read. Try again</span>
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

/** The choices that match what was typed and, where it makes one, the new one or the known one that it means. */
function optionsFor({ choices, create }: PickerProps, typed: string): { options: Choice[]; hint?: string | undefined } {
  const options = choices.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
  if (typed === '' || !create) return { options };
  const { choice, hint } = create(typed);
  if (!choice || options.some(({ value }) => value === choice.value)) return { options, hint };
  return { options: [...options, choices.find(({ value }) => value === choice.value) ?? choice], hint };
}

/** What is open and what is typed, where the focus goes with it, and which choice Enter takes. */
function useOpenStore(isSearched: boolean, opener: PickerProps['opener']) {
  const [text, setText] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const store = useCombobox({
    onDropdownClose: () => {
      store.resetSelectedOption();
      // At once: a moment later it could be taken from what was opened or clicked since.
      button.current?.focus({ preventScroll: true });
      setText('');
    },
  });
  const open = store.dropdownOpened;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is new each time, what counts is that it opens
  useEffect(() => {
    if (!open) return;
    // At once: whoever opens it with a key goes on typing.
    if (isSearched) store.searchRef.current?.focus({ preventScroll: true });
    else store.selectActiveOption();
  }, [open]);
  const openNow = (): void => {
    button.current?.focus();
    store.openDropdown('keyboard');
  };
  useImperativeHandle(opener, () => openNow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it takes the place of the closed one
  useLayoutEffect(openNow, []);
  // Enter takes the first that fits what is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is new each time, the typed text is what counts
  useEffect(() => {
    if (text.trim() !== '') store.selectFirstOption();
  }, [text]);
  return { store, button, text, setText };
}
