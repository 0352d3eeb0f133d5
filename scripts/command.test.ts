import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { reported, runCommand, UsageError, usageOf } from './command.ts';

const scripts = import.meta.dirname;
const sources = readdirSync(scripts)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => [name, readFileSync(join(scripts, name), 'utf8')] as const);
const commands = sources.filter(([, source]) => source.includes('await runCommand('));

describe('GEN-15 a console command', () => {
  const given = process.argv;
  afterEach(() => {
    process.argv = given;
    vi.restoreAllMocks();
  });

  test('says for --help how it is called, and does nothing', async () => {
    const printed = vi.spyOn(console, 'info').mockImplementation(() => {});
    const run = vi.fn(async () => {});
    process.argv = ['node', join(scripts, 'token.ts'), '--help'];
    await runCommand(run);
    expect(run).not.toHaveBeenCalled();
    expect(printed).toHaveBeenCalledWith(expect.stringMatching(/^npm run token -- --email ADDRESS/));
  });

  test.each(commands)('%s has a text for it', (_name, source) => {
    expect(usageOf(source)).toMatch(/^npm run [a-z:-]+.*: .*\.$/);
  });

  test('reports a wrong option with the usage, without a stack', () => {
    const wrong = (): unknown => {
      try {
        return parseArgs({ args: ['--nothing'], options: {} });
      } catch (error) {
        return reported(error, () => 'npm run token');
      }
    };
    expect(wrong()).toMatch(/^Unknown option '--nothing'.*\nnpm run token$/s);
  });

  test('reports an empty database and a user error in one sentence, and a bug with its stack', () => {
    const missing = Object.assign(new Error('relation "tenant" does not exist'), { code: '42P01' });
    expect(reported(missing, () => '')).toMatch(/^The database does not have the tables of this version/);
    expect(reported(new UsageError('A file is required.'), () => '')).toBe('A file is required.');
    const bug = new TypeError('undefined');
    expect(reported(bug, () => '')).toBe(bug);
  });
});
