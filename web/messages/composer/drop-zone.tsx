import { type RefObject, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { MessageType } from '#contract/enums';
import { getDroppedFiles } from '../../files/pasted-files.ts';
import { showWarning } from '../../toasts/toast-store.ts';
import { useLatest } from '../../ui/use-latest.ts';
import css from './drop-zone.module.css';

type DropZoneProps = {
  composer: RefObject<HTMLElement | null>;
  type: MessageType;
  onDrop: (files: readonly File[]) => void;
};

/** Accepts files that are dropped anywhere on the ticket. Shows a hint while files are dragged over it. */
export function DropZone({ composer, type, onDrop }: DropZoneProps) {
  /** The element of the ticket while files are dragged over it; otherwise null. */
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const latest = useLatest(onDrop);
  useEffect(() => {
    const area = composer.current?.parentElement;
    if (!area) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    const isInside = (event: DragEvent): boolean => event.target instanceof Node && area.contains(event.target);
    const handleDrag = (event: DragEvent): void => {
      const { dataTransfer } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      // Otherwise the browser would open a file that is dropped beside the ticket.
      event.preventDefault();
      if (!isInside(event)) dataTransfer.dropEffect = 'none';
      setTarget(isInside(event) ? area : null);
    };
    const handleDrop = (event: DragEvent): void => {
      const { dataTransfer } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setTarget(null);
      if (!isInside(event)) return;
      const { files, hasFolders } = getDroppedFiles(dataTransfer);
      if (files.length > 0) latest.current(files);
      if (hasFolders) showWarning('Folders cannot be attached', 'Drop the files themselves instead.');
    };
    const handleLeave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setTarget(null);
    };
    document.addEventListener('dragover', handleDrag, { signal });
    document.addEventListener('dragleave', handleLeave, { signal });
    document.addEventListener('drop', handleDrop, { signal });
    return () => listeners.abort();
  }, [composer]);
  if (!target) return null;
  return createPortal(<div className={css.zone}>Drop to attach to this {type}</div>, target);
}
