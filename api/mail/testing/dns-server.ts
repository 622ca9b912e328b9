import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A DNS server that knows only TXT records, on this machine. */
export type DnsServer = {
  /** As `dns.setServers` expects it. */
  address: string;
  /** The records by name; tests change them at any time. */
  texts: Record<string, string[]>;
  close(): Promise<void>;
};

export const startDnsServer = async (texts: DnsServer['texts'] = {}): Promise<DnsServer> => {
  const server: Pick<DnsServer, 'texts'> = { texts };
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readQuestion(query);
    const records = server.texts[name];
    // A recursive response with the same id (RFC 1035, 4.1.1). Code 3 means that the name does not exist.
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(records === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(records?.length ?? 0, 6);
    header.writeUInt32BE(0, 8);
    socket.send([header, query.subarray(12, end), ...(records ?? []).map(encodeText)], port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return Object.assign(server, {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>(resolve => socket.close(() => resolve())),
  });
};

/** Reads the name after the header. `end` is the position after its type and class. */
const readQuestion = (query: Buffer): { name: string; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
};

/** Encodes a record for the name of the question, in strings of at most 255 bytes. */
const encodeText = (text: string): Buffer => {
  const parts = text.match(/.{1,255}/gs) ?? [''];
  const data = Buffer.concat(parts.map(part => Buffer.from(`${String.fromCharCode(part.length)}${part}`, 'latin1')));
  const record = Buffer.from('c00c001000010000003c0000', 'hex');
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
};
