/** `npm start` and `npm run dev`: installs and builds missing parts, then runs the product. */
import { join } from 'node:path';
import { ensureBuilt, stateOfPages } from './setup/front-end.mjs';
import { checkNodeVersion, ensureInstalled, node, root } from './setup/installation.mjs';
import { fail, runForeground } from './setup/process.mjs';

const isDevelopment = process.argv.includes('--dev');
checkNodeVersion();
ensureInstalled({ withDevelopment: isDevelopment || stateOfPages() !== null });

if (isDevelopment) {
  process.exitCode = await runForeground(node, [join(root, 'scripts/dev.ts')], { cwd: root });
} else {
  buildOrFail();
  // The GraphQL library then skips development checks, a seventh of its time.
  const env = { ...process.env, NODE_ENV: 'production' };
  process.exitCode = await runForeground(node, [join(root, 'src/app/server/main.ts')], { cwd: root, env });
}
// The channel to the program may still be closing.
process.exit();

function buildOrFail() {
  try {
    ensureBuilt();
  } catch (error) {
    fail(error.message);
  }
}
