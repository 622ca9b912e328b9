import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from '#server/testing/free-port';
import { waitUntil } from '../wait-until.ts';
import { fillTemplate } from './fill-template.ts';
import { getPort, type Node } from './node.ts';
import type { Programs } from './packages.ts';
import { createProgram, type Program } from './program.ts';

const address = '127.0.0.1';

/** Configures HAProxy for the nodes, and PgBouncer in front of it. Does not start them. */
export const createProxies = async (
  programs: Programs,
  directory: string,
  [first, second]: readonly [Node, Node],
  password: string,
) => {
  const ports = { haproxy: await findFreePort(), pgbouncer: await findFreePort() };
  const authFile = join(directory, 'userlist.txt');
  const values = {
    ...{ HAPROXY_ADDRESS: address, HAPROXY_PORT: ports.haproxy },
    ...{ NODE1_NAME: first.name, NODE1_ADDRESS: address, NODE2_NAME: second.name, NODE2_ADDRESS: address },
    ...{ NODE1_POSTGRES_PORT: getPort(first.links.clients), NODE1_PATRONI_PORT: getPort(first.links.patroni) },
    ...{ NODE2_POSTGRES_PORT: getPort(second.links.clients), NODE2_PATRONI_PORT: getPort(second.links.patroni) },
    ...{ PGBOUNCER_ADDRESS: address, PGBOUNCER_PORT: ports.pgbouncer },
    ...{ PGBOUNCER_AUTH_FILE: authFile, PGBOUNCER_POOL_SIZE: 8 },
  };
  await writeFile(authFile, `"stardesk" "${password}"\n`);
  const configure = async (name: string) => {
    const file = join(directory, name);
    await writeFile(file, await fillTemplate(name, values));
    return file;
  };
  const haproxy = [programs.haproxy, '-db', '-f', await configure('haproxy.cfg')];
  const pgbouncer = [programs.pgbouncer, await configure('pgbouncer.ini')];
  return {
    ports,
    haproxy: createProgram(programs, directory, 'haproxy', haproxy),
    pgbouncer: createProgram(programs, directory, 'pgbouncer', pgbouncer),
  };
};

const startSeconds = 20;

/** Waits until a program accepts connections. */
export const waitForPort = ({ name }: Program, port: number): Promise<true> =>
  waitUntil(`${name} accepts no connections`, startSeconds, async () => {
    const socket = connect(port, address);
    const isOpen = await once(socket, 'connect').then(
      () => true as const,
      () => null,
    );
    socket.destroy();
    return isOpen;
  });
