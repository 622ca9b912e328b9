import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ShownOnceDialog } from '../shown-once-dialog.tsx';
import css from './people.module.css';

type ShownOnceProps = {
  title: string;
  /** Null hides the dialog. */
  secret: string | null;
  /** Name of the secret for screen readers: "the password". */
  subject: string;
  onStored: () => void;
  children: ReactNode;
};

const ShownOnce = ({ title, secret, subject, onStored, children }: ShownOnceProps) => (
  <ShownOnceDialog open={secret !== null} title={title} onStored={onStored}>
    <p>{children}</p>
    <div className={css.secret}>
      <code>{secret}</code>
      <CopyButton text={secret ?? ''} subject={subject} />
    </div>
  </ShownOnceDialog>
);

type NewPasswordProps = { name: string; password: string | null; onStored: () => void };

/** Shows a generated password. */
export const NewPassword = ({ name, password, onStored }: NewPasswordProps) => (
  <ShownOnce title="New password" secret={password} subject="the password" onStored={onStored}>
    <bdi>{name}</bdi> signs in with this password, which is shown only now. They can change it in the menu of their
    account.
  </ShownOnce>
);

type NewLinkProps = { name: string; link: string | null; onStored: () => void };

/** Shows the link with which a person chooses a password. */
export const NewLink = ({ name, link, onStored }: NewLinkProps) => (
  <ShownOnce title="Link to choose a password" secret={link} subject="the link" onStored={onStored}>
    Give this link to <bdi>{name}</bdi> and to no one else. It works once, and is shown only now.
  </ShownOnce>
);
