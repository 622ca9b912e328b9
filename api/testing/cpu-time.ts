/** Measures the CPU time of some work. Unlike wall time, it does not depend on the load of the machine. */
export const measureCpuMilliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};
