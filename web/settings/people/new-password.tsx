import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import css from './people.module.css';

type NewPasswordProps = { name: string; password: string | null; onStored: () => void };

/** Shows a generated password until the administrator has stored it. It cannot be read later. */
export const NewPassword = ({ name, password, onStored }: NewPasswordProps) => (
  <Dialog open={password !== null} title="New password" onDismiss={null}>
    <p>
      <bdi>{name}</bdi> signs in with this password, which is shown only now. They can change it in the menu of their
      account.
    </p>
    <div className={css.password}>
      <code>{password}</code>
      <CopyButton text={password ?? ''} subject="the password" />
    </div>
    <DialogFooter>
      <button type="button" className="button primary" onClick={onStored}>
        I have stored it
      </button>
    </DialogFooter>
  </Dialog>
);
