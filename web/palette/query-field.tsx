import type { ComponentProps } from 'react';
import { Icon } from '../ui/icon.tsx';
import css from './palette.module.css';

export function QueryField({ close, ...props }: ComponentProps<'input'> & { close: () => void }) {
  return (
    <div className={css.field}>
      <Icon name="search" />
      <input
        {...props}
        className="bare-input"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the palette was opened to type in it
        autoFocus
        type="text"
        aria-label="Search commands and tickets"
        placeholder="Type a command, ticket number or search term"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        // The API allows 256 characters, and the request adds `*`.
        maxLength={255}
      />
      <button type="button" className="button" tabIndex={-1} onClick={close}>
        Cancel
      </button>
    </div>
  );
}
