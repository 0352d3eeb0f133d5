import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands for a load balancer: connections go to the nodes by turns, and past those that do not answer. */
export interface Balancer {
  readonly port: number;
  /** Where connections go to from now on, as ports of this machine. */
  direct(ports: readonly number[]): void;
  /** The node that the newest connection went to. */
  latest(): number | undefined;
  /** The next answer is lost on its way: its connection breaks as soon as the node begins to speak. */
  loseNextAnswer(): void;
  /** Breaks every connection, and every new one until `direct` is called again. */
  breakAll(): void;
  close(): Promise<void>;
}

export async function openBalancer(): Promise<Balancer> {
  const open = new Set<Socket>();
  let nodes: readonly number[] = [];
  let turn = 0;
  let latest: number | undefined;
  let isLosing = false;
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
  };
  const server = createServer(async (client) => {
    keep(client);
    const own = [...nodes.slice(turn % nodes.length), ...nodes.slice(0, turn % nodes.length)];
    turn += 1;
    for (const port of own) {
      const node = connect(port, '127.0.0.1');
      keep(node);
      try {
        await once(node, 'connect');
      } catch {
        continue;
      }
      latest = port;
      client.pipe(node);
      node.on('data', (chunk) => {
        if (isLosing) client.destroy();
        else client.write(chunk);
        isLosing = false;
      });
      // Half a connection is of no use to anybody.
      node.on('close', () => client.destroy());
      client.on('close', () => node.destroy());
      return;
    }
    client.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    direct: (ports) => {
      nodes = ports;
    },
    latest: () => latest,
    loseNextAnswer: () => {
      isLosing = true;
    },
    breakAll: () => {
      nodes = [];
      for (const socket of open) socket.destroy();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
