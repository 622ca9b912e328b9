import { Link, type LinkProps } from '@tanstack/react-router';
import { useAction } from '../../keyboard/use-action.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { KeyHint } from '../../ui/key-hint.tsx';
import css from '../gist.module.css';

type EditBarProps = {
  title: string;
  /** The target of the back link, which does not discard the draft. */
  back: Pick<LinkProps, 'to' | 'params' | 'search'>;
  isDraft: boolean;
  /** Describes whether the draft is stored; empty if it is not stored yet. */
  storageStatus: string;
  busy: boolean;
  saveLabel: string;
  onSave: () => void;
};

/** The form's header: title, back link and save button. */
export function EditBar({ title, back, isDraft, storageStatus, busy, saveLabel, onSave }: EditBarProps) {
  useAction('gist.save', busy ? null : onSave);
  return (
    <header className={`${detailPane.header} ${css.editBar}`}>
      <BackLink label="Back" to={back} />
      <h1>{title}</h1>
      <span className={css.storageStatus} role="status">
        {busy ? 'Saving…' : isDraft ? storageStatus : ''}
      </span>
      <Link {...back} className="button">
        {isDraft ? 'Later' : 'Cancel'}
      </Link>
      <button type="button" className="button primary" disabled={busy} onClick={onSave}>
        {saveLabel} <KeyHint keys="Mod Enter" />
      </button>
    </header>
  );
}
