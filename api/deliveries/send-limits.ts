/** The times at which the deliveries of one mailbox may be sent. */
export type SendLimits = {
  /** Returns when a delivery may be sent: `now`, or a later, reserved time. In milliseconds since 1970. */
  reserve(deliveryId: string, now: number): number;
  /** Records how long the server took for a mail. */
  observe(milliseconds: number): void;
};

type Options = { maxPerMinute: number; maxConnections: number };

/** This share of a minute's mail may be sent without spacing. */
const burstShare = 1 / 6;

/** A server that takes longer for a mail is slow. Its waiting mail must not block the mail of other mailboxes. */
const slowMilliseconds = 500;

/** The number of mails that may wait for each connection. */
const waitingPerConnection = 2;

/** A reservation whose delivery was cancelled is removed after this time. */
const expiryMilliseconds = 600_000;

/** Limits the mails per minute. Spreads the backlog of a slow server over the time that it will take. */
export const createSendLimits = ({ maxPerMinute, maxConnections }: Options): SendLimits => {
  const rate = createSchedule(() => 60_000 / maxPerMinute, Math.floor(maxPerMinute * burstShare));
  let average = 0;
  const getServiceSpacing = () => (average < slowMilliseconds ? 0 : average / maxConnections);
  const service = createSchedule(getServiceSpacing, maxConnections * (1 + waitingPerConnection));
  const reserved = new Map<string, number>();
  const removeExpired = (now: number) => {
    for (const [id, time] of reserved) {
      if (time > now - expiryMilliseconds) return;
      reserved.delete(id);
    }
  };
  return {
    reserve(deliveryId, now) {
      removeExpired(now);
      const reservation = reserved.get(deliveryId);
      if (reservation !== undefined && reservation > now) return reservation;
      if (reserved.delete(deliveryId)) return now;
      const time = Math.max(rate(now), service(now));
      if (time > now) reserved.set(deliveryId, time);
      return time;
    },
    observe(milliseconds) {
      average = average === 0 ? milliseconds : 0.9 * average + 0.1 * milliseconds;
    },
  };
};

/**
 * Creates a function that returns the next free time. There is one time per `getSpacing()` milliseconds, after a first
 * time and up to `burst` more times without spacing.
 */
const createSchedule = (getSpacing: () => number, burst: number): ((now: number) => number) => {
  let next = 0;
  return now => {
    const spacing = getSpacing();
    const time = Math.max(now, Math.ceil(next - burst * spacing));
    next = Math.max(now, next) + spacing;
    return time;
  };
};
