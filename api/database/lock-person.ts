import type { WriteTransaction } from './database.ts';

/** Locks a person until the end of the transaction. Changes to the access of a person run in sequence. */
export const lockPerson = async (writes: WriteTransaction, personId: string): Promise<void> => {
  await writes.selectFrom('people').select('id').where('id', '=', personId).forUpdate().execute();
};
