import { Icon } from '../ui/icon.tsx';

type DiscardButtonProps = { what: string; discard: () => void };

/** Throws a draft away, which can be undone. */
export const DiscardButton = ({ what, discard }: DiscardButtonProps) => (
  <button type="button" className="icon-button" aria-label={`Discard ${what}`} title="Discard" onClick={discard}>
    <Icon name="trash" size={14} />
  </button>
);
