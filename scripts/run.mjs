/** `node scripts/run.mjs FILE ...`: runs a TypeScript program with the packaged Node. */
import { stateOfPages } from './setup/front-end.mjs';
import { checkNodeVersion, ensureInstalled, node } from './setup/installation.mjs';
import { fail, runForeground } from './setup/process.mjs';

const [file, ...parameters] = process.argv.slice(2);
if (!file) fail('A program is required: node scripts/run.mjs FILE ...');
checkNodeVersion();
ensureInstalled({ withDevelopment: stateOfPages() !== null });
process.exit(await runForeground(node, [file, ...parameters]));
