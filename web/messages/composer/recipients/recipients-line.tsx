import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Mailbox, Ticket } from '#contract';
import { type RecipientRole, recipientRoles } from '#contract/enums';
import { explainError } from '../../../api-client/errors.ts';
import { findDefaultMailbox } from '../../../mailboxes/queries.ts';
import { deskSettingsQuery } from '../../../session/desk-settings.ts';
import { useUpdateTicket } from '../../../tickets/edit/use-update-ticket.ts';
import { FormError } from '../../../ui/form-error.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuItem } from '../../../ui/menu-item.tsx';
import { MenuList } from '../../../ui/menu-list.tsx';
import { Popup } from '../../../ui/popup.tsx';
import { type Address, hasRecipients, isSameEmail } from '../../mail/addresses.ts';
import type { useComposerDraft } from '../use-composer-draft.ts';
import { AddressField, recipientRoleLabels } from './address-field.tsx';
import css from './recipients.module.css';

type RecipientsLineProps = {
  ticket: Ticket;
  editor: ReturnType<typeof useComposerDraft>;
  /** Receives the To field while it is shown. */
  field: RefObject<HTMLInputElement | null>;
  /** Loads the recipients again after a failure. */
  onRetry: () => void;
};

/** Shows the mailbox that sends a reply, and its recipients. Renders nothing on a desk without mailboxes. */
export function RecipientsLine({ ticket, editor, field, onRetry }: RecipientsLineProps) {
  const { draft, recipients, lacksRecipients, mail, changeRecipients, typeRecipient, completeTypedRecipient } = editor;
  const { mailboxes, mailbox, defaults } = mail;
  const { data: settings } = useQuery(deskSettingsQuery);
  const [isOpen, setOpen] = useState(false);
  const [shownRoles, setShownRoles] = useState<readonly RecipientRole[]>([]);
  const update = useUpdateTicket(ticket);
  const typed = draft.typedRecipient;
  if (mailboxes?.length === 0) return null;
  if (lacksRecipients) return <UnknownRecipients error={mail.failure?.error ?? null} onRetry={onRetry} />;

  const addRecipient = (): void => {
    const first = mailbox ?? findDefaultMailbox(mailboxes ?? [], settings?.default_mailbox_id ?? null);
    if (!mailbox && first) void update({ mailbox_id: first.id });
    flushSync(() => setOpen(true));
    field.current?.focus();
  };
  if (!isOpen && !hasRecipients(recipients) && draft.recipients === null && typed === null) {
    return (
      <div className={css.noRecipients} data-collapses>
        {mailboxes && (
          <>
            Not sent by email
            <span aria-hidden="true">·</span>
            <button type="button" onClick={addRecipient}>
              Add recipient
            </button>
          </>
        )}
      </div>
    );
  }

  const isShown = (role: RecipientRole): boolean =>
    role === 'to' || recipients[role].length > 0 || typed?.role === role || shownRoles.includes(role);
  const remove = (role: RecipientRole, { email }: Address): void =>
    changeRecipients(
      { ...recipients, [role]: recipients[role].filter(each => !isSameEmail(each.email, email)) },
      typed,
    );
  const renderField = (role: RecipientRole) => (
    <AddressField
      key={role}
      role={role}
      addresses={recipients[role]}
      typed={typed?.role === role ? typed.text : ''}
      placeholder={role === 'to' && !hasRecipients(recipients) ? 'Not sent by email' : undefined}
      ref={role === 'to' ? field : shownRoles.at(-1) === role ? focusOnMount : null}
      onType={text => typeRecipient(role, text)}
      onComplete={() => void completeTypedRecipient()}
      onRemove={address => remove(role, address)}
    />
  );
  const hidden = recipientRoles.filter(role => !isShown(role));
  const replyDomain = recipients.to === defaults?.recipients.to ? defaults.replyDomain : null;
  return (
    <div className={css.recipients} data-collapses>
      <Sender mailboxes={mailboxes ?? []} mailbox={mailbox} onChoose={id => void update({ mailbox_id: id })} />
      {renderField('to')}
      {hidden.length > 0 && (
        <span className={css.more}>
          <span aria-hidden="true">+</span>
          {hidden.map(role => (
            <button key={role} type="button" onClick={() => setShownRoles([...shownRoles, role])}>
              {recipientRoleLabels[role]}
            </button>
          ))}
        </span>
      )}
      {replyDomain !== null && (
        <p className={css.otherDomain}>
          Replies go to <bdi>{replyDomain}</bdi>, not to the sender’s domain
        </p>
      )}
      {(['cc', 'bcc'] as const).filter(isShown).map(renderField)}
    </div>
  );
}

/** Takes the place of the recipients until they are loaded. */
function UnknownRecipients({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <div className={css.noRecipients} data-collapses>
      {error === null ? (
        'Loading recipients…'
      ) : (
        <>
          <FormError error={error} message={`Couldn’t load the recipients. ${explainError(error)}`} />
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        </>
      )}
    </div>
  );
}

/** Focuses a field that was just added. */
const focusOnMount = (field: HTMLInputElement | null): void => field?.focus();

type SenderProps = {
  mailboxes: readonly Mailbox[];
  mailbox: Mailbox | null;
  onChoose: (id: string) => void;
};

/** The ticket's mailbox, which sends the reply. A menu if another mailbox can be chosen. */
function Sender({ mailboxes, mailbox, onChoose }: SenderProps) {
  const isFixed = mailboxes.length < 2 && (mailbox !== null || mailboxes.length === 0);
  const name = <bdi title={mailbox?.address}>{mailbox?.name ?? ''}</bdi>;
  return (
    <span className={css.sender} data-fixed={isFixed || undefined}>
      <span>From</span>
      {isFixed ? (
        name
      ) : (
        <Popup
          label="Mailbox"
          button={
            <>
              <span className="visually-hidden">From </span>
              {mailbox ? name : 'No mailbox'}
              <Icon name="chevron-down" size={12} />
            </>
          }
          buttonClass={css.senderButton}
          width={240}
        >
          {close => (
            <MenuList>
              {mailboxes.map(each => (
                <MenuItem
                  key={each.id}
                  icon={each.id === mailbox?.id ? 'tick' : 'inbox'}
                  onChoose={() => {
                    close();
                    onChoose(each.id);
                  }}
                >
                  <bdi>{each.name}</bdi>
                </MenuItem>
              ))}
            </MenuList>
          )}
        </Popup>
      )}
    </span>
  );
}
