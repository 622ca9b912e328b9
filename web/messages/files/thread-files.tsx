import { lazy, type ReactNode, useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Message } from '#contract';
import { LazyBoundary } from '../../app/lazy-boundary.tsx';
import { lazyChunk } from '../../app/lazy-chunks.ts';
import { OpenPictureContext } from '../../files/pictures.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { listPictures, type ThreadPicture } from './thread-pictures.ts';
import { useFileScans } from './use-file-scans.ts';

const PictureViewer = lazy(lazyChunk(() => import('./picture-viewer.tsx')));
const loadDownload = lazyChunk(() => import('./download-files.ts'));

type ThreadFilesProps = {
  ticketId: string;
  messages: readonly Message[] | undefined;
  onOpenMessage: (message: Message) => void;
  children: ReactNode;
};

/** `isAlone`: the dialog does not offer the other pictures of the thread. */
type OpenedPicture = { id: string; isAlone: boolean };

/** Opens the pictures of a thread in a dialog, and downloads its files. */
export function ThreadFiles({ ticketId, messages = [], onOpenMessage, children }: ThreadFilesProps) {
  const [opened, setOpened] = useState<OpenedPicture | null>(null);
  const openPicture = useCallback((id: string, isAlone: boolean) => setOpened({ id, isAlone }), []);
  const files = useMemo(() => messages.flatMap(({ attachments }) => attachments), [messages]);
  const downloadAll = async (): Promise<void> => (await loadDownload()).downloadFiles(files);
  useAction('message.files', files.length > 0 ? () => void downloadAll() : null);

  const scans = useFileScans(ticketId, messages);
  const close = (): void => setOpened(null);
  const isListed = ({ file }: ThreadPicture): boolean => !opened?.isAlone || file.id === opened.id;
  const pictures = opened ? listPictures(messages, scans).filter(isListed) : [];
  const index = pictures.findIndex(({ file }) => file.id === opened?.id);
  const picture = pictures[index];
  return (
    <>
      <OpenPictureContext value={openPicture}>{children}</OpenPictureContext>
      <Dialog open={picture !== undefined} title={picture?.file.name ?? ''} width={1120} onDismiss={close}>
        <LazyBoundary name="picture" height="calc(100dvh - 110px)">
          {picture && (
            <PictureViewer
              pictures={pictures}
              index={index}
              onMove={({ file: { id } }) => openPicture(id, false)}
              onOpenMessage={() => {
                flushSync(close);
                onOpenMessage(picture.message);
              }}
            />
          )}
        </LazyBoundary>
      </Dialog>
    </>
  );
}
