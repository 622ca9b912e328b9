/** The environment of a program that a test starts: what the test gives it, and nothing of the test's own but where Node keeps what it has compiled. */
export const ownEnvironment = (given: Record<string, string>): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  ...given,
});
