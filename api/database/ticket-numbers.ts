import { incrementCounter } from './counters.ts';
import type { Database } from './database.ts';

/**
 * Reserves ticket numbers in blocks. New tickets then do not wait for each other at the counter. A new block is
 * reserved in the background when fewer than half of the numbers are left. If no number is reserved, or with blocks of
 * one, the counter assigns the number.
 */
export const reserveTicketNumbers = (
  { transaction }: Pick<Database, 'transaction'>,
  blockSize: number,
): Database['takeTicketNumber'] => {
  const numbers: number[] = [];
  let isReserving = false;
  const reserve = async (): Promise<void> => {
    isReserving = true;
    try {
      const last = await transaction(writes => incrementCounter(writes, 'ticket.id', blockSize));
      numbers.push(...Array.from({ length: blockSize }, (_, index) => last - blockSize + 1 + index));
    } catch {
      // An outage of the store is reported by the transactions of requests.
    }
    isReserving = false;
  };
  return () => {
    const number = numbers.shift() ?? null;
    if (blockSize > 1 && numbers.length < blockSize / 2 && !isReserving) void reserve();
    return number;
  };
};
