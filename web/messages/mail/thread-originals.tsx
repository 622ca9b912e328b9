import { lazy, useState } from 'react';
import type { Message } from '#contract';
import { LazyBoundary } from '../../app/lazy-boundary.tsx';
import { lazyChunk } from '../../app/lazy-chunks.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { getFocusedMessageId } from '../thread/use-thread-scroll.ts';

const OriginalEmail = lazy(lazyChunk(() => import('../../mail/original/original-email.tsx')));

/** Opens the original of an email in a dialog. The action opens the focused email, or else the last email. */
export function useThreadOriginals(messages: readonly Message[] = []) {
  const [mailId, setMailId] = useState<string | null>(null);
  const emails = messages.filter(message => message.mail_id !== null);
  const showSelected = (): void => {
    const focusedId = getFocusedMessageId();
    setMailId((emails.find(({ id }) => id === focusedId) ?? emails.at(-1))?.mail_id ?? null);
  };
  useAction('message.original', emails.length > 0 ? showSelected : null);
  const close = (): void => setMailId(null);
  const dialog = mailId !== null && (
    <Dialog open title="Original email" width={880} onDismiss={close}>
      <LazyBoundary name={mailId} height="calc(100dvh - 110px)">
        <OriginalEmail mailId={mailId} onClose={close} />
      </LazyBoundary>
    </Dialog>
  );
  return { dialog, showOriginal: setMailId };
}
