import { request } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { AskedCall } from './calling.ts';

/** Calls over the network, where a body arrives in pieces; the cost of sending and reading stays in this thread. */
function ask({ port, method, path, headers, payload }: AskedCall): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    // A body refused early is aborted.
    asked.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? resolve(0) : reject(error),
    );
    asked.end(payload === null ? undefined : Buffer.from(payload));
  });
}

parentPort?.on('message', (asked: AskedCall) => {
  ask(asked).then(
    (status) => parentPort?.postMessage({ status }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
