import { Icon } from './icon.tsx';

/** Throws a draft away. `what` names it for those who cannot see what the button stands beside: "the draft". */
export function DiscardButton({ what, onDiscard }: { what: string; onDiscard: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={`Discard ${what}`} title="Discard" onClick={onDiscard}>
      <Icon name="trash" size={14} />
    </button>
  );
}
