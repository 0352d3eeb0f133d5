import { Agent, request } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { Asking, AskingReport } from './attacking.ts';

/** Sends one call and reads the whole answer; an aborted call has status 0. */
function ask(agent: Agent, { port, path, headers }: Asking, body: Uint8Array): Promise<number> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    asked.on('error', () => resolve(0));
    asked.end(body);
  });
}

async function run(asking: Asking): Promise<AskingReport> {
  const { connections, milliseconds, bodies } = asking;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waits: number[] = [];
  const statuses: Record<number, number> = {};
  const end = performance.now() + milliseconds;
  const one = async (place: number) => {
    for (let turn = place; performance.now() < end; turn += connections) {
      const begun = performance.now();
      const status = await ask(
        agent,
        asking,
        new Uint8Array(bodies[turn % bodies.length] ?? new SharedArrayBuffer()),
      );
      waits.push(performance.now() - begun);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, place) => one(place)));
  agent.destroy();
  return { waits, statuses };
}

parentPort?.on('message', (asking: Asking) => {
  run(asking).then(
    (report) => parentPort?.postMessage({ report }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
