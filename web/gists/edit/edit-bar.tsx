import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { useAction } from '../../keyboard/use-action.ts';
import ticket from '../../tickets/ticket.module.css';
import toolbar from '../../tickets/ticket-toolbar.module.css';
import { Icon } from '../../ui/icon.tsx';
import { Key } from '../../ui/key.tsx';
import css from '../gist.module.css';

type EditBarProps = {
  title: string;
  /** Where one goes without saving; what was typed is kept. */
  back: Pick<LinkProps, 'to' | 'params' | 'search'>;
  isDraft: boolean;
  busy: boolean;
  saveWord: string;
  onSave: () => void;
};

/** The head of the form: what it is, the way back, and saving. */
export function EditBar({ title, back, isDraft, busy, saveWord, onSave }: EditBarProps) {
  const navigate = useNavigate();
  useAction('back', () => void navigate(back));
  return (
    <header className={`${ticket.top} ${css.editBar}`}>
      <Link {...back} className={`icon-button ${toolbar.back}`} aria-label="Back">
        <Icon name="back" />
      </Link>
      <h1>{title}</h1>
      <span className={css.kept} role="status">
        {busy ? 'Saving…' : isDraft ? 'Draft saved' : ''}
      </span>
      <Link {...back} className="button">
        {isDraft ? 'Later' : 'Cancel'}
      </Link>
      <button type="button" className="button primary" disabled={busy} onClick={onSave}>
        {saveWord} <Key keys="Mod Enter" />
      </button>
    </header>
  );
}
