import type { WriteTransaction } from './database.ts';

/** Locks a person until the transaction ends, so that changes to the person's access run in sequence. */
export const lockPerson = async (writes: WriteTransaction, personId: string): Promise<void> => {
  await writes.selectFrom('people').select('id').where('id', '=', personId).forUpdate().execute();
};
