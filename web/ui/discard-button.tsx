import { Icon } from './icon.tsx';

/** Button that discards a draft. Screen readers announce `Discard {label}`. */
export function DiscardButton({ label, onDiscard }: { label: string; onDiscard: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={`Discard ${label}`} title="Discard" onClick={onDiscard}>
      <Icon name="trash" size={14} />
    </button>
  );
}
