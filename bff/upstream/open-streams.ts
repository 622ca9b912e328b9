import type { Response } from 'express';
import type { Session } from '../sessions/session-cookie.ts';

/** The streams of events that browsers read through this process. */
export type OpenStreams = {
  /** Adds a response until it is closed. */
  add(res: Response, session: Session): void;
  /** Ends the streams of a session in this process. The API ends all others when it checks their tokens. */
  endSession(session: Session): void;
};

/** @param shutdown ends all streams; their browsers continue at another process */
export function createOpenStreams(shutdown: AbortSignal): OpenStreams {
  const sessions = new Map<Response, Session>();
  const end = (ends: (session: Session) => boolean) => {
    for (const [res, session] of sessions) if (ends(session)) res.end();
  };
  shutdown.addEventListener('abort', () => end(() => true));
  return {
    add(res, session) {
      sessions.set(res, session);
      res.once('close', () => sessions.delete(res));
      if (shutdown.aborted) res.end();
    },
    // Renewals keep `ends_at`. Another session that began in the same millisecond only reconnects.
    endSession: ({ ends_at: endsAt }) => end(session => session.ends_at === endsAt),
  };
}
