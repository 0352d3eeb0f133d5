/**
 * `npm run build`: installs missing packages and builds the pages. Afterwards `npm prune --omit=dev --no-save`
 * removes build packages.
 */
import { ensureBuilt } from './setup/front-end.mjs';
import { checkNodeVersion, ensureInstalled } from './setup/installation.mjs';
import { fail } from './setup/process.mjs';

checkNodeVersion();
ensureInstalled();
try {
  ensureBuilt();
} catch (error) {
  fail(error.message);
}
