import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Person } from '#contract';
import type { InvitationDelivery } from '#contract/enums';
import { submitByKey } from '../../keyboard/submit-by-key.ts';
import form from '../../people/password-form.module.css';
import { showDone } from '../../toasts/toast-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { createLink, type LinkKind } from './create-link.ts';
import { NewLink } from './shown-once.tsx';

type SendLinkProps = {
  person: Person;
  kind: LinkKind;
  /** Label of the button, and title of its dialog. */
  title: string;
  /** Explains the link in the dialog. */
  about: string;
};

/** Mails a person a link to choose a password, or shows the link once. */
export function SendLink({ person, kind, title, about }: SendLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {title}
      </button>
      <Dialog open={isOpen} title={title} onDismiss={() => setOpen(false)}>
        <LinkForm
          {...{ person, kind, about }}
          onCancel={() => setOpen(false)}
          onDone={created => {
            setOpen(false);
            setLink(created);
            if (created === null) showDone(`Link sent to ${person.email}`);
          }}
        />
      </Dialog>
      <NewLink name={person.name} link={link} onStored={() => setLink(null)} />
    </>
  );
}

type LinkFormProps = Omit<SendLinkProps, 'title'> & {
  onCancel: () => void;
  /** Called with the link; null if the link was mailed. */
  onDone: (link: string | null) => void;
};

const deliveries = [
  { value: 'mail', label: 'By email' },
  { value: 'link', label: 'Give it to them yourself' },
] as const;

function LinkForm({ person, kind, about, onCancel, onDone }: LinkFormProps) {
  const client = useQueryClient();
  const [deliver, setDeliver] = useState<InvitationDelivery>('mail');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => createLink(client, { person, kind, deliver }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <form className={form.form} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <p>{about}</p>
      <SegmentedControl label="Link" labelled segments={deliveries} chosen={deliver} onChoose={setDeliver} />
      <p className="field-hint">
        {deliver === 'mail' ? 'If this desk cannot mail it, the link is shown to you.' : 'The link is shown once.'}
      </p>
      <DialogFooter>
        {error && <FormError error={error} />}
        <button type="button" className="button" disabled={isPending} onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={isPending}>
          {deliver === 'mail' ? 'Send the link' : 'Show the link'}
        </button>
      </DialogFooter>
    </form>
  );
}
