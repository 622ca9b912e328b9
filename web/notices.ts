import { explain } from './api-errors.ts';

/** Something a person should know of that happened without them looking. */
export type Notice = { title: string; message: string };

const announced = new EventTarget();

/** Calls `listener` with every notice. Answers the way to stop. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  const hear = (event: Event): void => {
    if (event instanceof CustomEvent) listener(event.detail);
  };
  announced.addEventListener('notice', hear);
  return () => announced.removeEventListener('notice', hear);
}

/** Tells what the person should know before going on. */
export const showWarning = (title: string, message: string): void => {
  announced.dispatchEvent(new CustomEvent<Notice>('notice', { detail: { title, message } }));
};

/** Tells that something was not done, and why. */
export const showFailure = (what: string, error: unknown): void => showWarning(what, explain(error));
