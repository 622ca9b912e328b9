import type { TestDesk } from './test-desk.ts';

/** A concurrent workload that knows the expected state of its resources. */
export type Workload = {
  /** Writes until `isOver`, or until the first missing response or outage. */
  write(desk: TestDesk, isOver: () => boolean): Promise<void>;
  /**
   * Compares the API with its earlier responses. Throws an error that names differences.
   * @returns the acknowledged writes
   */
  verifyRound(desk: TestDesk): Promise<number>;
  /** Verifies the writes of all rounds. */
  verifyRun(desk: TestDesk): Promise<void>;
  /** Counts the mails of the round that arrived twice. Call it after `verifyRound`. */
  countDuplicates?(): number;
};
