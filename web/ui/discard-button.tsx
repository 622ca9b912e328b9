import { Icon } from './icon.tsx';

/** Button that discards a draft. `what` names it for screen readers: "the draft". */
export function DiscardButton({ what, onDiscard }: { what: string; onDiscard: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={`Discard ${what}`} title="Discard" onClick={onDiscard}>
      <Icon name="trash" size={14} />
    </button>
  );
}
