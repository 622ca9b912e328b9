import type { ClipboardEvent } from 'react';
import type { Ticket } from '#contract';
import { AttachButton } from '../../files/attach-button.tsx';
import { FileChips } from '../../files/file-chips.tsx';
import { getPastedFiles } from '../../files/pasted-files.ts';
import { InsertGist } from '../../gists/insert/insert-gist.tsx';
import { insertAt } from '../../gists/insert/use-insertion.ts';
import { reportTyping } from '../../presence/announce-presence.ts';
import { useFooterElement } from '../../toasts/footer-height.ts';
import { hasRecipients } from '../mail/addresses.ts';
import { hasContent } from '../message-draft.ts';
import css from './composer.module.css';
import { ComposerFooter } from './composer-footer.tsx';
import { DropZone } from './drop-zone.tsx';
import { MentionList } from './mentions/mention-list.tsx';
import { NotSentPanel } from './not-sent-panel.tsx';
import { MailHints, MailHintsSpace } from './recipients/mail-hints.tsx';
import { RecipientsLine } from './recipients/recipients-line.tsx';
import { TypeTabs } from './type-tabs.tsx';
import { useComposer } from './use-composer.ts';

/** Form for an internal note or a reply to the customer. Stores the draft on every keystroke. */
export function Composer({ ticket }: { ticket: Ticket }) {
  const { type, editor, isDelayed, refs, write, send, keepWriting, discard, handleKeyDown } = useComposer(ticket);
  const { draft, placeholders, recipients, lacksRecipients, mail } = editor;
  const { id: ticketId, customer_name: name, customer_email: email } = ticket;
  const isMailed = lacksRecipients || (type === 'reply' && hasRecipients(recipients));
  useFooterElement(refs.composer);
  const retryRecipients = (): void => {
    mail.failure?.retry();
    refs.field.current?.focus();
  };
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const pasted = getPastedFiles(event.clipboardData);
    if (pasted.length === 0) return;
    event.preventDefault();
    const { currentTarget: field } = event;
    const pictures = editor.attachPasted(pasted);
    if (pictures !== '') insertAt(field, field.selectionEnd, pictures);
  };
  return (
    <section
      ref={refs.composer}
      className={css.composer}
      data-type={type}
      data-empty={!hasContent(draft) || undefined}
      aria-label="Write a message"
      tabIndex={-1}
      onKeyDown={handleKeyDown}
    >
      <DropZone composer={refs.composer} type={type} onDrop={editor.files.attach} />
      <TypeTabs ticketId={ticketId} type={type} onChoose={write} />
      {draft.returned && (
        <NotSentPanel
          ticketId={ticketId}
          reason={draft.returned}
          placeholders={placeholders}
          panel={refs.panel}
          onSend={() => send({ closes: false })}
          onKeepWriting={keepWriting}
        />
      )}
      {type === 'reply' && (
        <RecipientsLine ticket={ticket} editor={editor} field={refs.toField} onRetry={retryRecipients} />
      )}
      {type === 'note' && <MentionList field={refs.field} />}
      <textarea
        ref={refs.field}
        aria-label={type === 'reply' ? 'Reply' : 'Note'}
        placeholder={
          type === 'reply'
            ? `Write to ${name ?? email ?? 'the customer'}`
            : 'Only visible to your team. Type @ to mention a person.'
        }
        dir="auto"
        spellCheck
        value={draft.text}
        onChange={event => {
          reportTyping(ticketId);
          editor.change(event.target.value);
        }}
        onPaste={handlePaste}
      />
      <FileChips draftFiles={editor.files} onRemove={editor.removeFile} onEmpty={() => refs.field.current?.focus()} />
      {isMailed && mail.mailboxes === undefined && <MailHintsSpace />}
      {isMailed && mail.mailbox && <MailHints ticket={ticket} mailbox={mail.mailbox} />}
      <ComposerFooter {...{ ticketId, type, editor, isDelayed }} onSend={send} onDiscard={discard}>
        <InsertGist field={refs.field} onInsert={editor.recordPlaceholders} />
        <AttachButton onAttach={editor.files.attach} />
      </ComposerFooter>
    </section>
  );
}
