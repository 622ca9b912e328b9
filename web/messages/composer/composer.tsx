import { InsertGist } from '../../gists/insert/insert-gist.tsx';
import { useFooterElement } from '../../toasts/footer-height.ts';
import css from './composer.module.css';
import { ComposerFooter } from './composer-footer.tsx';
import { NotSentPanel } from './not-sent-panel.tsx';
import { TypeTabs } from './type-tabs.tsx';
import { useComposer } from './use-composer.ts';

type ComposerProps = {
  ticketId: string;
  /** Recipient of a reply. */
  customer: string | null;
};

/** Form for a reply to the customer or an internal note. Stores the draft on every keystroke. */
export function Composer({ ticketId, customer }: ComposerProps) {
  const { type, editor, refs, write, send, keepWriting, discard, handleKeyDown } = useComposer(ticketId);
  const { draft, placeholders } = editor;
  useFooterElement(refs.composer);
  return (
    <section
      ref={refs.composer}
      className={css.composer}
      data-type={type}
      data-empty={draft.text === '' || undefined}
      aria-label="Write a message"
      tabIndex={-1}
      onKeyDown={handleKeyDown}
    >
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
      <textarea
        ref={refs.field}
        aria-label={type === 'reply' ? 'Reply' : 'Note'}
        placeholder={type === 'reply' ? `Write to ${customer ?? 'the customer'}` : 'Only visible to your team'}
        dir="auto"
        spellCheck
        value={draft.text}
        onChange={event => editor.change(event.target.value)}
      />
      <ComposerFooter ticketId={ticketId} type={type} editor={editor} onSend={send} onDiscard={discard}>
        <InsertGist field={refs.field} onInsert={editor.recordPlaceholders} />
      </ComposerFooter>
    </section>
  );
}
