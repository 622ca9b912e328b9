import { type FormEvent, useRef, useState } from 'react';
import type { Delivery } from '#contract';
import { AttachButton } from '../../files/attach-button.tsx';
import { type DraftFile, noFiles } from '../../files/draft-file.ts';
import { FileChips } from '../../files/file-chips.tsx';
import { useDraftFiles } from '../../files/use-draft-files.ts';
import { submitByKey } from '../../keyboard/submit-by-key.ts';
import { usePerson } from '../../session/person.ts';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { FormField, groupFieldErrors } from '../../ui/form-field.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { parseAddress } from '../parse-address.ts';
import { useMailToast } from '../use-mail-toast.ts';
import css from './captured.module.css';
import {
  findTestMailDraft,
  getTestMailDraftKey,
  storeTestMailDraft,
  type TestMailFields,
  useTestMailFiles,
} from './test-mail-draft.ts';
import { useSendTestMail } from './use-send-test-mail.ts';

/** Base64 makes files a third larger, and incoming mail is limited to 25 MB. */
const maxFileBytes = 18 * 1024 * 1024;

type TestMailFormProps = {
  mailboxId: string;
  /** The captured mail to which the form replies; null for a new mail. */
  answered: Pick<Delivery, 'id' | 'message_id_header'> | null;
  /** The initial values if there is no draft. */
  initial: TestMailFields;
  onDone: () => void;
};

/** Sends a mail to a mailbox as a customer would. Stores the typed text as a draft until the mail has arrived. */
export function TestMailForm({ mailboxId, answered, initial, onDone }: TestMailFormProps) {
  const draftKey = getTestMailDraftKey(usePerson().id, answered?.id ?? null);
  const [fields] = useState(() => findTestMailDraft(draftKey)?.fields ?? initial);
  const form = useRef<HTMLFormElement>(null);
  const showResult = useMailToast();
  const { mutate, error, isPending } = useSendTestMail();
  const errors = groupFieldErrors(error);
  const hasFieldErrors = Object.keys(errors).length > 0;
  const getFiles = (): readonly DraftFile[] => findTestMailDraft(draftKey)?.files ?? noFiles;
  const storeDraft = (idempotencyKey: string | null, files = getFiles()): void => {
    // Undo can restore a removed file after the form is closed.
    const typed = form.current ? readFields(form.current) : (findTestMailDraft(draftKey)?.fields ?? initial);
    const isChanged = typed.from !== initial.from || typed.subject !== initial.subject || typed.body !== initial.body;
    const isEmpty = !isChanged && files.length === 0;
    storeTestMailDraft(draftKey, isEmpty ? null : { fields: typed, files, idempotencyKey, changedAt: Date.now() });
  };
  const draftFiles = useDraftFiles(
    useTestMailFiles(draftKey),
    change => storeDraft(null, change(getFiles())),
    maxFileBytes,
  );
  const { pending } = draftFiles;
  const isSendable = !isPending && pending === 0 && !draftFiles.isBlocked;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isSendable) return;
    const idempotencyKey = findTestMailDraft(draftKey)?.idempotencyKey ?? crypto.randomUUID();
    storeDraft(idempotencyKey);
    const { from, subject, body } = readFields(event.currentTarget);
    const mail = {
      ...{ from: parseAddress(from), subject, body },
      in_reply_to: answered?.message_id_header ?? null,
      attachment_ids: getFiles().flatMap(({ attachmentId }) => attachmentId ?? []),
    };
    mutate(
      { mailboxId, mail, idempotencyKey, draftKey },
      {
        onSuccess: arrived => {
          onDone();
          showResult(arrived);
        },
      },
    );
  };
  return (
    <form
      ref={form}
      className={css.form}
      onSubmit={submit}
      onChange={() => storeDraft(null)}
      onKeyDown={submitByKey}
      noValidate
    >
      <FormField label="From" error={errors['from']}>
        {props => (
          <input
            {...props}
            name="from"
            inputMode="email"
            defaultValue={fields.from}
            placeholder="Amélie Laurent <amelie@example.com>"
            autoComplete="off"
          />
        )}
      </FormField>
      <FormField label="Subject" error={errors['subject']}>
        {props => <input {...props} name="subject" defaultValue={fields.subject} autoComplete="off" />}
      </FormField>
      <FormField label="Body" error={errors['body']}>
        {props => (
          <textarea
            {...props}
            name="body"
            rows={6}
            defaultValue={fields.body}
            ref={element => {
              // If the fields above are filled in, the dialog focuses this field when it opens.
              if (fields.from !== '') element?.setAttribute('autofocus', '');
            }}
          />
        )}
      </FormField>
      <FileChips
        draftFiles={draftFiles}
        error={errors['attachment_ids']}
        onRemove={draftFiles.remove}
        onEmpty={() => form.current?.querySelector('textarea')?.focus()}
      />
      <DialogFooter>
        {error && <FormError error={error} message={hasFieldErrors ? 'Check the fields above.' : undefined} />}
        <span role="status" className={css.status}>
          {isPending && 'Sending…'}
          {pending > 0 && `Uploading ${formatCount(pending, 'file')}…`}
        </span>
        <AttachButton onAttach={draftFiles.attach} />
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={!isSendable}>
          Send <KeyHint keys="Mod Enter" />
        </button>
      </DialogFooter>
    </form>
  );
}

function readFields(form: HTMLFormElement): TestMailFields {
  const data = new FormData(form);
  const read = (name: string): string => String(data.get(name) ?? '');
  return { from: read('from').trim(), subject: read('subject').trim(), body: read('body') };
}
