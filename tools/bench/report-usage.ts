import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { cpuUsage, memoryUsage } from 'node:process';

// Preloaded into a server. Responds to messages of its parent process with the number of open connections, the bytes of
// memory after a garbage collection, or the microseconds of processor time.

let connections = 0;
subscribe('net.server.socket', message => {
  const { socket } = message as { socket: Socket };
  connections++;
  socket.once('close', () => connections--);
});

const reports: Record<string, () => unknown> = {
  memory: async () => {
    await gc?.({ execution: 'async', flavor: 'last-resort', type: 'major' });
    const { rss, heapUsed } = memoryUsage();
    return { rss, heapUsed };
  },
  connections: () => connections,
  processorTime: () => cpuUsage().user + cpuUsage().system,
};

process.on('message', async message => process.send?.(await reports[String(message)]?.()));
process.channel?.unref(); // the channel must not keep the process alive
