/** `npm run dev`: the server restarts and the pages reload when a source changes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';
import { ConfigurationError, readConfiguration } from '../src/platform/server/configuration.ts';
import { freePort } from '../src/platform/server/free-port.ts';

/** Paths answered by the server itself; all others are pages. */
const serverPaths = '^/(api|v1|scim|dev)(/|$)';

async function develop(): Promise<void> {
  const { host, port, publicUrl } = readConfiguration(process.env);
  const serverPort = String(await freePort());
  const main = join(import.meta.dirname, '../src/app/server/main.ts');
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', main], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PORT: serverPort, PUBLIC_URL: publicUrl },
  });
  const pages = await createServer({
    server: {
      host,
      port,
      strictPort: true,
      proxy: { [serverPaths]: { target: `http://127.0.0.1:${serverPort}` } },
    },
  });
  await pages.listen();
  const stop = (signal: NodeJS.Signals) => server.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.once('disconnect', () => stop('SIGTERM'));
  await once(server, 'exit');
  await pages.close();
}

try {
  await develop();
  process.exit();
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}
