/** Builds the environment of a child process: only the given variables and Node's compile cache. */
export const childEnvironment = (given: Record<string, string>): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  ...given,
});
