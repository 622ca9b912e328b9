/** A clock that tests can advance. */
export type TestClock = {
  /** Milliseconds since 1970. */
  now(): number;
  advance(milliseconds: number): void;
  /** Freezes the time at the start of the next second; then only `advance` changes it. */
  freeze(): void;
};

export const createTestClock = (): TestClock => {
  let offset = 0;
  let stopped: number | null = null;
  const now = () => (stopped ?? Date.now()) + offset;
  return {
    now,
    advance(milliseconds) {
      offset += milliseconds;
    },
    freeze() {
      stopped = Math.ceil(now() / 1000) * 1000 - offset;
    },
  };
};
