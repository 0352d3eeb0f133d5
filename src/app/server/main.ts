/** The process: reads the configuration, starts the product, and ends it on a signal. */
import { type Configuration, readConfiguration } from '../../platform/server/configuration.ts';
import { StartError } from '../../platform/server/start-error.ts';
import { demoPeople } from './demo-people.ts';
import { type Product, startProduct } from './product.ts';
import { version } from './version.ts';

/** Limit of a stop in milliseconds, after `DRAIN_SECONDS`; the next start recovers the rest. */
const longestStop = 10_000;

async function main(): Promise<void> {
  const startedAt = performance.now();
  const configuration = readConfiguration(process.env);
  const ending = Promise.withResolvers<Error | null>();
  endOnSignal(() => ending.resolve(null));
  const product = await startProduct(configuration, ending.resolve);
  greet(configuration, product, performance.now() - startedAt);
  const failure = await ending.promise;
  try {
    await stop(product, configuration.drainSeconds * 1000);
  } catch (error) {
    // Errors while ending are a consequence of the failure.
    throw failure ?? error;
  }
  if (failure) throw failure;
}

/** A terminal signals every process of the command, and the start script forwards its signal: one is enough. */
function endOnSignal(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.once('disconnect', end);
}

/** @param draining how long load balancers may still send requests, in milliseconds */
async function stop(product: Product, draining: number): Promise<void> {
  console.log('Stopping ...');
  setTimeout(() => process.exit(1), longestStop + draining).unref();
  await product.stop();
}

function greet(configuration: Configuration, product: Product, milliseconds: number): void {
  const { publicUrl, smtpUrl, isLoopback, roles } = configuration;
  const seconds = (milliseconds / 1000).toFixed(1);
  console.log(
    `\nKontor ${version} is ready after ${seconds} s: ${roles.has('web') ? publicUrl : 'worker only'}`,
  );
  if (!product.hasDemo || !roles.has('web')) return;
  const width = Math.max(...demoPeople.map(({ email }) => email.length));
  console.log('\nLog in as one of the demo people:');
  for (const { email, role } of demoPeople) console.log(`  ${email.padEnd(width)}  ${role}`);
  if (!smtpUrl && isLoopback)
    console.log(`All mails, including login links, appear at ${publicUrl}/dev/outbox`);
  for (const { system, url } of product.sandboxes)
    console.log(`${system} is a sandbox; received data appears at ${url}`);
  console.log('\nCtrl-C stops it.');
}

/** A sentence for the person who started it, if there is one; other errors are bugs and show their origin. */
function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return `${error.message}\nAnother program uses this port. Stop it, or choose another port: PORT=8081 npm start`;
  }
  if (code === 'EACCES') return `${error.message}\nSet DATA_DIR to a folder that this account may use.`;
  return error.stack ?? error.message;
}

try {
  await main();
  process.exit();
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
