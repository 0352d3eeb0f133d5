/**
 * `npm run play -- contract 100000 [SEED]`: makes that many random moves with documents of a kind
 * (tests/support/playing.ts), prints the number of clean ones and the seeds: each company has its own seed, or all
 * have SEED. A failure is printed as a sequence of moves.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './setup/installation.mjs';
import { fail } from './setup/process.mjs';

const kinds = { request: 'procurement', invoice: 'invoice', contract: 'contract' };

const [kind, moves, seed] = process.argv.slice(2);
if (!Object.hasOwn(kinds, kind ?? '') || !(Number(moves) > 0))
  fail(
    `A kind and a number of moves are required: npm run play -- ${Object.keys(kinds).join('|')} 100000 [SEED]`,
  );

const environment = {
  KONTOR_DEEP: '1',
  KONTOR_MOVES: moves,
  ...(seed === undefined ? {} : { KONTOR_SEED: seed }),
};
const begun = Date.now();
const tests = spawn(
  process.execPath,
  [join(root, 'scripts/test.mjs'), 'database', `tests/${kinds[kind]}/playing.db.test.ts`],
  { cwd: root, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] },
);
let output = '';
tests.stdout.on('data', (piece) => {
  output += piece;
  process.stdout.write(piece);
});
tests.on('close', (code) => {
  const played = [...output.matchAll(/(\d+) moves, \d+ a second, with seed (\d+)/g)];
  const sum = played.reduce((total, [, count]) => total + Number(count), 0);
  const seeds = played.map(([, , one]) => one).join(' ');
  const aSecond = Math.round((sum * 1000) / (Date.now() - begun));
  const end = code === 0 ? 'all clean' : 'until a failure, printed above';
  console.log(`${sum} moves of ${kind}s, ${end}, ${aSecond} per second, seeds ${seeds}`);
  process.exit(code ?? 1);
});
