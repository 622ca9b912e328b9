/** Message between windows of a browser: id of the signed-in person, null after a sign-out. */
export type SessionMessage = { personId: string | null };

/** One channel per window: a second channel would receive the messages of the first. */
const channel = new BroadcastChannel('stardesk-session');

export const notifyOtherWindows = (message: SessionMessage): void => channel.postMessage(message);

/** Calls `listener` with messages of other windows. Returns a function that unsubscribes. */
export function onOtherWindowMessage(listener: (message: SessionMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionMessage>): void => listener(data);
  channel.addEventListener('message', onMessage);
  return () => channel.removeEventListener('message', onMessage);
}
