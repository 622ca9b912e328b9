/** How long this process computes until some work is done, in milliseconds. On a busy machine, anything may wait for long. */
export const processorTime = async (work: () => Promise<unknown>): Promise<number> => {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};
