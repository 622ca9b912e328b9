import { CopyButton } from '../../ui/copy-button.tsx';
import css from './gist-form.module.css';

/** Reports that the edited gist was deleted, and offers to copy the edited text. */
export const DeletedGist = ({ text }: { text: string }) => (
  <p className={css.draftMessage} role="alert">
    This gist was deleted. Your text is still here.
    <CopyButton text={text} subject="your text" />
  </p>
);
