import { createContext } from 'react';
import type { MessageFile } from '#contract';

/** A picture that a text may show. `unavailable` explains why it is not served; null if it is served. */
export type MessagePicture = { file: MessageFile; unavailable: string | null };

/** The pictures of a message by id. Its text may show them. */
export const MessagePicturesContext = createContext<ReadonlyMap<string, MessagePicture>>(new Map());

/** Opens a picture in a dialog, alone or with the other pictures of the thread. Null if pictures cannot be opened. */
export const OpenPictureContext = createContext<((id: string, isAlone: boolean) => void) | null>(null);

type Size = { width: number; height: number };

/** Returns the size of a picture in pixels; 1 × 1, a square, if the size is unknown. */
export const getPictureSize = ({ width, height }: Pick<MessageFile, 'width' | 'height'>): Size => ({
  width: width ?? 1,
  height: height ?? 1,
});

/** Scales a size down to a maximum height in pixels. */
export function limitHeight({ width, height }: Size, maxHeight: number): Size {
  const scale = Math.min(1, maxHeight / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
