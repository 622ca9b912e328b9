/** The times at which the deliveries of one mailbox may be sent, at most so many per minute. */
export type SendLimits = {
  /** Returns when a delivery may be sent: `now`, or a later time that is reserved for it. */
  reserve(deliveryId: string, now: number): number;
};

/** This share of a minute's mail may be sent at once. */
const burstShare = 1 / 6;

/** A reservation whose delivery was cancelled is forgotten after this time. */
const forgetMilliseconds = 600_000;

export const createSendLimits = (maxPerMinute: number): SendLimits => {
  const spacing = 60_000 / maxPerMinute;
  const burst = Math.floor(maxPerMinute * burstShare) * spacing;
  const reserved = new Map<string, number>();
  /** When the next delivery would be sent without bursts. */
  let next = 0;
  const forgetOld = (now: number) => {
    for (const [id, time] of reserved) {
      if (time > now - forgetMilliseconds) return;
      reserved.delete(id);
    }
  };
  return {
    reserve(deliveryId, now) {
      forgetOld(now);
      const own = reserved.get(deliveryId);
      if (own !== undefined && own > now) return own;
      if (reserved.delete(deliveryId)) return now;
      const time = Math.max(now, Math.ceil(next - burst));
      next = Math.max(now, next) + spacing;
      if (time > now) reserved.set(deliveryId, time);
      return time;
    },
  };
};
