import { cpuUsage, memoryUsage } from 'node:process';

// Loaded into a server before its own code. Whenever its parent asks it tells how much processor time it has had so far, in
// microseconds, or collects its garbage and tells what is left, in bytes.

process.on('message', async question => process.send?.(question === 'memory' ? await memory() : cpuTime()));
process.channel?.unref(); // asking is not a reason to live

async function memory() {
  await gc?.({ execution: 'async', flavor: 'last-resort', type: 'major' });
  const { rss, heapUsed } = memoryUsage();
  return { rss, heapUsed };
}

function cpuTime(): number {
  const { user, system } = cpuUsage();
  return user + system;
}
