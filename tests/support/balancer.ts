import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A load balancer for tests: connections go to the nodes in turn, skipping those that do not answer. */
export interface Balancer {
  readonly port: number;
  /** Sets the ports of the nodes on this machine. */
  direct(ports: readonly number[]): void;
  /** The node of the newest connection. */
  latest(): number | undefined;
  /** Loses the next answer: its connection breaks as soon as the node begins to answer. */
  loseNextAnswer(): void;
  /** Breaks every connection, and every new one, until `direct` is called again. */
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
      // A half-open connection is useless.
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
