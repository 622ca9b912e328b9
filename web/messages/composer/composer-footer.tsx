import { type ReactNode, useId } from 'react';
import type { MessageType } from '#contract/enums';
import { useAction } from '../../keyboard/use-action.ts';
import { usePerson } from '../../session/person.ts';
import { describeDraftState } from '../../storage/drafts.ts';
import { DiscardButton } from '../../ui/discard-button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { getMessageDraftKey, hasContent, isEmptyDraft } from '../message-draft.ts';
import css from './composer.module.css';
import type { useComposerDraft } from './use-composer-draft.ts';

type ComposerFooterProps = {
  ticketId: string;
  type: MessageType;
  editor: ReturnType<typeof useComposerDraft>;
  /** Whether the message is sent as soon as its recipients are loaded. */
  isDelayed: boolean;
  onSend: (options: { closes: boolean }) => void;
  onDiscard: () => void;
  /** The writing tools. */
  children: ReactNode;
};

/** The footer of the composer: writing tools, draft state, and buttons to discard and send. */
export function ComposerFooter(props: ComposerFooterProps) {
  const { ticketId, type, editor, isDelayed, onSend, onDiscard, children } = props;
  const { draft, isSendable, lacksText } = editor;
  const stateId = useId();
  const send = (): void => onSend({ closes: false });
  const sendAndClose = (): void => onSend({ closes: true });
  const isOffered = isSendable && draft.returned === null;
  useAction('message.send', isOffered ? send : null);
  useAction('message.send.close', isOffered && type === 'reply' ? sendAndClose : null);
  // A draft that has only recipients is also stored and listed.
  const isDiscardable = !isEmptyDraft(draft);
  useAction('message.discard', isDiscardable ? onDiscard : null);
  // A draft with files but without text: the buttons stay focusable, so that screen readers announce the reason.
  const availability = lacksText ? { 'aria-disabled': true, 'aria-describedby': stateId } : { disabled: !isSendable };
  return (
    <footer className={css.footer}>
      {children}
      <DraftState {...{ ticketId, type, editor, isDelayed }} id={stateId} />
      {isDiscardable && <DiscardButton label="the draft" onDiscard={onDiscard} />}
      {/* A message that was not sent has its own buttons, above the text. */}
      <span className={css.actions} hidden={draft.returned !== null}>
        {type === 'reply' && (
          <button type="button" className={`button ${css.closeButton}`} {...availability} onClick={sendAndClose}>
            Send and close {isSendable && <KeyHint keys="Mod Shift Enter" />}
          </button>
        )}
        <button type="button" className="button primary" {...availability} onClick={send}>
          {type === 'reply' ? 'Send' : 'Add note'} {isSendable && <KeyHint keys="Mod Enter" />}
        </button>
      </span>
    </footer>
  );
}

type DraftStateProps = Pick<ComposerFooterProps, 'ticketId' | 'type' | 'editor' | 'isDelayed'> & { id: string };

function DraftState({ id, ticketId, type, editor, isDelayed }: DraftStateProps) {
  const { draft, excess, files, lacksText } = editor;
  const { id: personId } = usePerson();
  const describeState = (): string => {
    if (excess > 0) return `${excess.toLocaleString('en')} characters over the limit`;
    if (!hasContent(draft)) return '';
    if (lacksText) return 'Add a message to send the files';
    if (files.isBlocked) return 'Can’t be sent with these files';
    if (isDelayed) return 'Sends when the recipients are loaded';
    if (files.isSaving) return 'Saving files…';
    return describeDraftState(getMessageDraftKey(personId, ticketId, type));
  };
  return (
    <span id={id} role="status" className={css.state} data-invalid={excess > 0 || undefined}>
      {describeState()}
    </span>
  );
}
