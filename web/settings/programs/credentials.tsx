import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ShownOnceDialog } from '../shown-once-dialog.tsx';
import css from './programs.module.css';

type CredentialsProps = {
  title: string;
  /** The values by label: "Client ID". Null hides the dialog. */
  values: Readonly<Record<string, string>> | null;
  onStored: () => void;
  /** Explains the use of the values. */
  children: ReactNode;
};

/** Shows new credentials. */
export const Credentials = ({ title, values, onStored, children }: CredentialsProps) => (
  <ShownOnceDialog open={values !== null} title={title} onStored={onStored}>
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
  </ShownOnceDialog>
);
