import { Icon } from './icon.tsx';

/** Button that discards a draft. Screen readers announce `Discard {draftLabel}`. */
export function DiscardButton({ draftLabel, onDiscard }: { draftLabel: string; onDiscard: () => void }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Discard ${draftLabel}`}
      title="Discard"
      onClick={onDiscard}
    >
      <Icon name="trash" size={14} />
    </button>
  );
}
