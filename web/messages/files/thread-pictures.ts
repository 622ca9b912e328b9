import type { Message, MessageFile } from '#contract';
import type { FileScans } from './queries.ts';

/** A picture of a thread, with its message. */
export type ThreadPicture = { file: MessageFile; message: Message };

/** Lists the pictures of a thread that are served, in order. */
export const listPictures = (messages: readonly Message[], scans: FileScans | undefined): ThreadPicture[] =>
  messages.flatMap(message =>
    message.attachments.filter(({ id, inline }) => inline && !scans?.has(id)).map(file => ({ file, message })),
  );
