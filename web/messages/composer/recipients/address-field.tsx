import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { RecipientRole } from '#contract/enums';
import { formatAddress, formatName } from '../../../mail/format-address.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type Address, isEmailAddress } from '../../mail/addresses.ts';
import css from './recipients.module.css';

export const recipientRoleLabels: Readonly<Record<RecipientRole, string>> = { to: 'To', cc: 'Cc', bcc: 'Bcc' };

type AddressFieldProps = {
  role: RecipientRole;
  addresses: readonly Address[];
  /** The typed text that is not an address yet. */
  typed: string;
  placeholder: string | undefined;
  /** Receives the field. */
  ref: Ref<HTMLInputElement>;
  onType: (text: string) => void;
  /** Converts the typed text to addresses. */
  onComplete: () => void;
  onRemove: (address: Address) => void;
};

/** A field for the addresses of one role. Arrow keys move between its addresses, Backspace removes an address. */
export function AddressField({
  role,
  addresses,
  typed,
  placeholder,
  ref,
  onType,
  onComplete,
  onRemove,
}: AddressFieldProps) {
  const [id, errorId] = [useId(), useId()];
  const list = useRef<HTMLUListElement>(null);
  const isInvalid = addresses.some(({ email }) => !isEmailAddress(email));
  /** Focuses the address at a position. Past the last address, focuses the input. */
  const focusAt = (index: number): void => {
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[index] ?? document.getElementById(id))?.focus();
  };
  const remove = (address: Address, index: number): void => {
    flushSync(() => onRemove(address));
    focusAt(index);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isAtStart = selectionStart === 0 && selectionEnd === 0;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onComplete();
    } else if (isAtStart && addresses.length > 0 && (event.key === 'ArrowLeft' || event.key === 'Backspace')) {
      event.preventDefault();
      focusAt(addresses.length - 1);
    }
  };
  const handleChipKey = (event: KeyboardEvent, address: Address, index: number): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -index,
      End: addresses.length,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      focusAt(Math.max(index + step, 0));
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault();
      remove(address, index);
    }
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text').trim();
    if (!pasted.includes('\n')) return;
    event.preventDefault();
    const { selectionStart: start, selectionEnd: end } = event.currentTarget;
    const after = typed.slice(end ?? typed.length);
    onType(`${typed.slice(0, start ?? typed.length)}${pasted.replace(/\s*\n\s*/g, ', ')},${after}`);
  };
  return (
    <div className={css.field}>
      <label htmlFor={id}>{recipientRoleLabels[role]}</label>
      {addresses.length > 0 && (
        <ul ref={list} aria-label={recipientRoleLabels[role]}>
          {addresses.map((address, index) => (
            <li key={address.email} className={css.chip} data-invalid={!isEmailAddress(address.email) || undefined}>
              <bdi title={formatAddress(address)}>{formatName(address)}</bdi>
              <button
                type="button"
                tabIndex={-1}
                aria-label={`Remove ${formatAddress(address)}`}
                onClick={() => remove(address, index)}
                onKeyDown={event => handleChipKey(event, address, index)}
              >
                <Icon name="cross" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={ref}
        id={id}
        type="text"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        placeholder={placeholder}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? errorId : undefined}
        value={typed}
        onChange={event => onType(event.target.value)}
        onBlur={onComplete}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
      />
      {isInvalid && (
        <span id={errorId} role="alert" className={css.error}>
          Not an email address
        </span>
      )}
    </div>
  );
}
