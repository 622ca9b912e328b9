import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import css from './programs.module.css';

type CredentialsProps = {
  title: string;
  /** The values by label: "Client ID". Null hides the dialog. */
  values: Readonly<Record<string, string>> | null;
  onStored: () => void;
  /** Explains the use of the values. */
  children: ReactNode;
};

/** Shows new credentials until the administrator has stored them. A secret cannot be read later. */
export const Credentials = ({ title, values, onStored, children }: CredentialsProps) => (
  <Dialog open={values !== null} title={title} onDismiss={null}>
    <p>{children}</p>
    <dl className={css.credentials}>
      {Object.entries(values ?? {}).map(([label, value]) => (
        <div key={label}>
          <dt className="field-label">{label}</dt>
          <dd>
            <code>{value}</code>
            <CopyButton text={value} subject={`the ${label.charAt(0).toLowerCase()}${label.slice(1)}`} />
          </dd>
        </div>
      ))}
    </dl>
    <DialogFooter>
      <button type="button" className="button primary" onClick={onStored}>
        I have stored it
      </button>
    </DialogFooter>
  </Dialog>
);
