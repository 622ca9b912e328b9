import { connect, type Socket } from 'node:net';

const everyMilliseconds = 1000;

/** Half of them never come to the end of a header field, the others never to the end of a body. */
const beginnings = [
  'GET /api/tickets HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'POST /api/tickets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
];

/** Clients that send one byte a second. */
export type SlowClients = {
  /** Of them, how many are connected by now. */
  connected(): number;
  leave(): void;
};

/** Connects so many of them, each anew whenever it is turned out. */
export function connectSlowly(url: string, clients: number): SlowClients {
  const sockets = new Map<number, Socket>();
  let left = false;
  const open = (index: number): void => {
    if (left) return;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined).on('close', () => open(index));
    socket.once('connect', () => socket.write(beginnings[index % beginnings.length] ?? '')).resume();
    sockets.set(index, socket);
  };
  for (let index = 0; index < clients; index++) open(index);
  const dripping = setInterval(() => {
    for (const socket of sockets.values()) if (socket.writable) socket.write('x');
  }, everyMilliseconds);
  return {
    connected: () => [...sockets.values()].filter(socket => socket.readyState === 'open').length,
    leave() {
      left = true;
      clearInterval(dripping);
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}
