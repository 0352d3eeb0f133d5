import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentKinds } from '../../src/timeline/kinds.ts';
import {
  barrelViolations,
  cycleViolations,
  featureViolations,
  fileCycleViolations,
  kindImportViolations,
  kindWordViolations,
  layerViolations,
  lengthViolations,
  nameViolations,
  outsideViolations,
  purityViolations,
  type SourceFile,
  sideViolations,
  silentFailures,
} from './rules.ts';

const root = join(import.meta.dirname, '../..');
const files = ['src', 'tests', 'scripts', 'bench'].flatMap(sourcesIn);

/** Files longer than 400 lines, with the reason. */
const longFiles: Record<string, string> = {};

/** Places below the features that name kinds of documents, with the reason. */
const namingKinds: Record<string, string> = {
  'src/timeline/kinds.ts': 'the vocabulary: entries and statuses of every kind (ENUM-01 to ENUM-11)',
  'src/platform/context.ts': 'roles are named by their kinds (ROLE-01)',
  'src/platform/modules.ts': 'the modules are called like the kinds (GEN-10)',
  'src/platform/constants.ts': 'one module holds all constants (CONST-01)',
  'src/platform/web/text-parts.ts': 'codes of refusals begin with the matter that they are about',
  'src/document/under-contract.ts': 'orders and invoices stand under contracts (CON-40)',
  'src/document/server/contract-above.ts': 'orders and invoices stand under contracts (CON-40)',
  'src/document/budget/rests-above.ts': 'what a contract counts in budgets (DASH-09)',
  'src/document/approval/role-defaults.ts': 'columns of companies and keys of the configuration (RDEF-03)',
};

describe('the source tree follows its rules', () => {
  test('imports go from higher layers to lower ones', () => expect(layerViolations(files)).toEqual([]));
  test('server, web and pure files are separate', () => expect(sideViolations(files)).toEqual([]));
  test('pure files use neither clock nor randomness', () => expect(purityViolations(files)).toEqual([]));
  test('the product imports nothing from outside src', () => expect(outsideViolations(files)).toEqual([]));
  test('features import each other only through root files and server/store.ts', () =>
    expect(featureViolations(files)).toEqual([]));
  test('no kind of document imports another one', () =>
    expect(kindImportViolations(files, documentKinds)).toEqual([]));
  test('features and layers have no circular dependencies', () => expect(cycleViolations(files)).toEqual([]));
  test('files have no circular dependencies', () => expect(fileCycleViolations(files)).toEqual([]));
  test('file names are descriptive', () => expect(nameViolations(files)).toEqual([]));
  test('no kind of document is named below the features', () =>
    expect(kindWordViolations(files, namingKinds)).toEqual([]));
  test('OpenTelemetry is loaded only where it is configured', () => {
    const isPart = ({ path }: SourceFile) => /telemetry\/otlp[\w-]*\.ts$/.test(path);
    const importing = (what: RegExp) =>
      files.filter((file) => !isPart(file) && what.test(file.text)).map(({ path }) => path);
    expect(importing(/['"]@opentelemetry\//)).toEqual([]);
    expect(importing(/from '[^']*\/otlp(-metrics)?\.ts'/)).toEqual([]);
    expect(importing(/await import\('\.\/otlp\.ts'\)/)).toEqual([
      'src/platform/server/telemetry/telemetry.ts',
    ]);
  });
  test('there are no barrels', () => expect(barrelViolations(files)).toEqual([]));
  test('an ignored failure has its reason beside it', () =>
    expect(silentFailures(files.filter(({ path }) => !/^tests\/|\.test\./.test(path)))).toEqual([]));
  test('no file is longer than 400 lines', () => expect(lengthViolations(files, longFiles)).toEqual([]));
  test('every exception is still needed', () => {
    const long = lengthViolations(files, {}).map((sentence) => sentence.split(' ')[0]);
    expect(Object.keys(longFiles).filter((path) => !long.includes(path))).toEqual([]);
    const naming = kindWordViolations(files, {}).map((sentence) => sentence.split(' ')[0]);
    expect(Object.keys(namingKinds).filter((path) => !naming.includes(path))).toEqual([]);
  });
});

describe('each rule finds a planted violation', () => {
  const one = (path: string, text: string): SourceFile[] => [{ path, text }];
  const importing = (path: string, target: string) => one(path, `import { x } from '${target}';`);

  test.each([
    ['a lower layer', layerViolations, importing('src/base/money.ts', '../platform/context.ts')],
    ['a multi-line import', layerViolations, one('src/base/a.ts', "import {\n  x,\n} from '../app/b.ts';")],
    ['a dynamic import', layerViolations, one('src/base/a.ts', "const x = await import('../app/b.ts');")],
    ['a re-export', layerViolations, one('src/base/a.ts', "export { x } from '../app/b.ts';")],
    [
      'another kind',
      (those: readonly SourceFile[]) => kindImportViolations(those, documentKinds),
      importing('src/features/invoice/rules.ts', '../contract/rules.ts'),
    ],
    ['web in server', sideViolations, importing('src/entity/server/a.ts', '../web/b.tsx')],
    ['server in web', sideViolations, importing('src/entity/web/a.tsx', '../server/b.ts')],
    ['server in pure', sideViolations, importing('src/features/invoice/rules.ts', './server/store.ts')],
    ['node in pure', sideViolations, importing('src/base/a.ts', 'node:fs')],
    ['a sandbox in web', sideViolations, importing('src/features/a/web/b.tsx', '../sandbox/c.ts')],
    ['React in pure', sideViolations, importing('src/base/a.ts', 'react')],
    ['pg in web', sideViolations, importing('src/entity/web/a.ts', 'pg')],
    ['Mantine in server', sideViolations, importing('src/entity/server/a.ts', '@mantine/core')],
    ['the clock', purityViolations, one('src/base/day.ts', 'const now = new Date();')],
    [
      'a test in the product',
      outsideViolations,
      importing('src/base/a.ts', '../../tests/support/database.ts'),
    ],
    [
      'inside another feature',
      featureViolations,
      importing('src/features/a/rules.ts', '../b/server/commands.ts'),
    ],
    ['an empty name', nameViolations, one('src/base/utils.ts', '')],
    ['an empty folder name', nameViolations, one('src/platform/helpers/mail.ts', '')],
    ['camel case', nameViolations, one('src/base/moneyRules.ts', '')],
    ['an index', barrelViolations, one('src/base/index.ts', '')],
    ['a dropped failure', silentFailures, one('src/base/a.ts', 'void run().catch(() => {});')],
    ['a barrel', barrelViolations, one('src/base/all.ts', "export * from './money.ts';")],
  ])('%s', (_, rule, planted) => {
    expect(rule(planted)).toHaveLength(1);
  });

  test('a circle of features', () => {
    const planted = [
      ...importing('src/features/a/rules.ts', '../b/rules.ts'),
      ...importing('src/features/b/rules.ts', '../c/server/store.ts'),
      ...importing('src/features/c/server/store.ts', '../../a/model.ts'),
    ];
    expect(cycleViolations(planted)[0]).toBe(
      'features/a -> features/b -> features/c -> features/a is a circle',
    );
  });

  test('a circle of files, unless one of the imports is dynamic', () => {
    const planted = importing('src/base/a.ts', './b.ts').concat(importing('src/base/b.ts', './a.ts'));
    expect(fileCycleViolations(planted)).toHaveLength(2);
    const lazy = one('src/base/b.ts', "const load = () => import('./a.ts');");
    expect(fileCycleViolations(importing('src/base/a.ts', './b.ts').concat(lazy))).toEqual([]);
  });

  test.each([
    ['a column', 'src/document/server/a.ts', "const sql = 'select procurement_id from file';"],
    ['part of a column', 'src/document/server/a.ts', 'const column = `user_invoice_clearing_id`;'],
    ['a name', 'src/platform/web/a.ts', 'const procurementId = 1;'],
    ['the end of a name', 'src/timeline/a.ts', 'const isContract = true;'],
    ['several', 'src/document/web/a.tsx', "const path = '/contracts';"],
    ['a constant', 'src/platform/a.ts', 'const LONGEST_INVOICE = 1;'],
    ['next to a comment', 'src/document/a.ts', "const kind = 'invoice'; // the plainest"],
  ])('detects a named kind: %s', (_, path, text) => {
    const planted = one(path, text);
    expect(kindWordViolations(planted, {})).toHaveLength(1);
    expect(kindWordViolations(planted, { [path]: 'a norm' })).toEqual([]);
    expect(kindWordViolations(one('src/features/invoice/a.ts', text), {})).toEqual([]);
  });

  test('words that only resemble a kind are allowed', () => {
    const fine = "/** As of an invoice. */\n// A contract.\nconst contractor = 'subcontract'; // an invoice";
    expect(kindWordViolations(one('src/document/a.ts', fine), {})).toEqual([]);
  });

  test('a file of 401 lines', () => {
    const planted = one('src/base/a.ts', 'x\n'.repeat(401));
    expect(lengthViolations(planted, {})).toEqual(['src/base/a.ts has 401 lines, more than 400']);
    expect(lengthViolations(planted, { 'src/base/a.ts': 'a table' })).toEqual([]);
  });

  test('permitted code stays permitted', () => {
    const fine = [
      ...importing('src/features/a/server/commands.ts', '../../b/server/store.ts'),
      ...importing('src/features/a/sandbox/other-system.ts', 'node:http'),
      ...importing('src/features/a/rules.ts', '../b/model.ts'),
      ...importing('src/features/a/web/Form.tsx', '../../../platform/web/kit.tsx'),
      ...importing('src/base/money.ts', 'big.js'),
      ...importing('src/base/money.test.ts', 'vitest'),
      ...importing('src/app/server/version.ts', '../../../package.json'),
    ];
    const rules = [
      layerViolations,
      sideViolations,
      outsideViolations,
      featureViolations,
      cycleViolations,
      nameViolations,
    ];
    expect(rules.flatMap((rule) => rule(fine))).toEqual([]);
  });
});

function sourcesIn(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(root, file).replaceAll('\\', '/'),
      text: readFileSync(file, 'utf8'),
    }));
}
