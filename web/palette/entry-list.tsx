import { useEffect, useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import type { MatchedEntry, PaletteSection } from './entry.ts';
import type { MatchRange } from './match.ts';
import css from './palette.module.css';

type EntryListProps = {
  id: string;
  sections: readonly PaletteSection[];
  active: MatchedEntry | undefined;
  optionId: (entry: MatchedEntry) => string;
  onHover: (entry: MatchedEntry) => void;
  onPick: (entry: MatchedEntry) => void;
};

/** The entries in sections. Scrolls to the active entry. */
export function EntryList({ id, sections, active, optionId, onHover, onPick }: EntryListProps) {
  const list = useRef<HTMLDivElement>(null);
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    else list.current?.scrollTo({ top: 0 });
  }, [activeId]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Results" className={css.list}>
      {sections.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset
        <div key={title} role="group" aria-label={title}>
          <div className={css.title} aria-hidden="true">
            {title}
          </div>
          {entries.map(entry => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            <div
              key={entry.id}
              id={optionId(entry)}
              role="option"
              className={css.entry}
              aria-selected={entry === active}
              onPointerMove={() => entry !== active && onHover(entry)}
              onPointerDown={event => event.preventDefault()}
              onClick={() => onPick(entry)}
            >
              <span className={css.symbol}>{entry.symbol ?? <Icon name={entry.icon} />}</span>
              <span className={`${css.label} truncate`} dir="auto">
                <HighlightedText text={entry.label} ranges={entry.ranges} />
              </span>
              {entry.detail !== undefined && (
                <span className={`${css.detail} number truncate`} dir="auto">
                  {entry.detail}
                </span>
              )}
              {entry.chosen && <Icon name="tick" size={14} />}
              {entry.keys !== undefined && <KeyHint keys={entry.keys} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function HighlightedText({ text, ranges }: { text: string; ranges: readonly MatchRange[] }) {
  let end = 0;
  const parts = ranges.map(([from, to]) => {
    const before = text.slice(end, from);
    end = to;
    return (
      <span key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </span>
    );
  });
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
