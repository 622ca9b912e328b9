/** A clock that a test can move. */
export type TestClock = {
  /** Milliseconds since 1970. */
  now(): number;
  pass(milliseconds: number): void;
  /** From here on time stands still, but for what is passed: at the beginning of the next second. */
  stop(): void;
};

export const createTestClock = (): TestClock => {
  let passed = 0;
  let stopped: number | null = null;
  const now = () => (stopped ?? Date.now()) + passed;
  return {
    now,
    pass(milliseconds) {
      passed += milliseconds;
    },
    stop() {
      stopped = Math.ceil(now() / 1000) * 1000 - passed;
    },
  };
};
