import type { Message, MessageFile } from '#contract';

/** A picture of a thread, with its message. */
export type ThreadPicture = { file: MessageFile; message: Message };

/** Lists the pictures of a thread in order. */
export const listPictures = (messages: readonly Message[]): ThreadPicture[] =>
  messages.flatMap(message => message.attachments.filter(({ inline }) => inline).map(file => ({ file, message })));
