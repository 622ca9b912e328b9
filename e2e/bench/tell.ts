import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { cpuUsage, memoryUsage } from 'node:process';

// Loaded into a server before its own code. Whenever its parent asks it tells how much processor time it has had so far, in
// microseconds, how many connections it has accepted that are open, or collects its garbage and tells what is left, in bytes.

let connections = 0;
subscribe('net.server.socket', message => {
  const { socket } = message as { socket: Socket };
  connections++;
  socket.once('close', () => connections--);
});

const answers: Record<string, () => unknown> = {
  memory: async () => {
    await gc?.({ execution: 'async', flavor: 'last-resort', type: 'major' });
    const { rss, heapUsed } = memoryUsage();
    return { rss, heapUsed };
  },
  'cpu time': () => {
    const { user, system } = cpuUsage();
    return user + system;
  },
  connections: () => connections,
};

process.on('message', async question => process.send?.(await answers[String(question)]?.()));
process.channel?.unref(); // asking is not a reason to live
