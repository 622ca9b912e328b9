import { useState } from 'react';
import type { Person } from '#contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useOpenTicketsText } from './assigned-tickets.tsx';
import { useSetDisabled } from './use-set-disabled.ts';

/** Disables a person after confirmation. */
export function DisablePerson({ person }: { person: Person }) {
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, error, isPending, reset } = useSetDisabled(person);
  const tickets = useOpenTicketsText(person);
  const dismiss = (): void => {
    reset();
    setConfirming(false);
  };
  return (
    <>
      <button type="button" className="button" onClick={() => setConfirming(true)}>
        Disable
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Disable this person?"
        action="Disable"
        {...{ error, isPending }}
        onConfirm={() => mutate(true)}
        onDismiss={dismiss}
      >
        <p>
          “<bdi>{person.name}</bdi>” ({person.email}) is signed out everywhere, all their access tokens are revoked, and
          they cannot sign in until an administrator enables them again. They keep their {tickets}.
        </p>
      </ConfirmDialog>
    </>
  );
}
