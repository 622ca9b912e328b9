import type { KillDesk } from './kill-desk.ts';

/** A concurrent workload that knows the expected state of its resources. */
export type Workload = {
  /** Writes until `isOver`, or until the first missing response or outage. */
  write(desk: KillDesk, isOver: () => boolean): Promise<void>;
  /**
   * Compares the API with its earlier responses. Throws an error that names differences.
   * @returns the acknowledged writes
   */
  verifyRound(desk: KillDesk): Promise<number>;
  /** Verifies everything of all rounds. */
  verifyRun(desk: KillDesk): Promise<void>;
};
