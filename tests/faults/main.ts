/**
 * `npm run test:faults`: plants one fault at a time in the code and expects the isolation tests to detect it.
 * Arguments select faults by name.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type CodeFault, planted } from './code-fault.ts';
import { generatedFaults } from './generated.ts';
import { codeFaults } from './list.ts';

const root = join(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** Test files that attack through routes and API, most effective first; the other isolation tests cover only SQL. */
const intruders = [
  ['isolation/routes', 'api-rights', 'order-mail'],
  [
    'command-references',
    'api-mutations',
    'role-matrix',
    'references',
    'isolation/api.db',
    'written-secrets',
    'last-administrator',
    'isolation/means',
    'one-human',
    'large-approvals',
  ],
  // Rules of single features.
  [
    'modules.db',
    'sending-around',
    'export-job',
    'isolation/hands',
    'task-mails',
    'control/server',
    'sealed',
    'order-stands',
    'credit-notes',
    'accounting-export/correction',
    'accounting-export/unattended',
    'accounting-export/dynamics-online',
    'final-invoice.db',
    'invoice/budget',
    'foreign-currency',
    'document-deletion',
    'separate-check',
    'later-doubts',
    'one-person',
  ],
  // Identity of people, leaving people, and auditors.
  ['tests/people/', 'auditor-companies', 'procurement/substitutes', 'people-csv'],
  // Requirements between steps.
  ['procurement/requirements', 'order-letters', 'contract/active'],
  // Conditions that GraphQL drops silently, and payment accounts.
  ['unsent', 'empty-condition'],
  [
    'changed-account',
    'mailed-links',
    'first-account',
    'supplier-names',
    'merged-suppliers',
    'entity/import.db',
    'entity/import-questions',
  ],
  // Harmful documents.
  [
    'reading-cell/turns',
    'reading-cell/killed-product',
    'reading-cell/short-of-memory',
    'reading-cell/reading-cell.test',
    'reading-cell/tries',
    'reading-cell/put-aside',
    'mailbox/other-ways',
    'contract/recognition',
    'invoice/learning',
  ],
  [
    'isolation/bodies',
    'attack-limits',
    'server/login.db',
    'api/charged',
    'http-shares',
    'required-passkeys',
    'sign-on.db',
    'service-tokens.db',
  ],
  ['jobs/taken-over'],
  // Means of authentication, and the seal of the security log.
  ['kept-means', 'operator/security-log', 'verify-security-log'],
  // Repeated requests, wrong clocks, other keys, old nodes.
  [
    'entity/twice',
    'entity/csv-again',
    'jobs/schedule',
    'mail/mail-task',
    'audit/server/verify.db',
    'audit/server/head-times',
    'backup/backup.db',
    'database/migrate',
  ],
  // Withdrawn rights, and harmful values.
  ['taking-away', 'permission-groups', 'hostile-values', 'operator/tenants'],
  // The extent of contracts and approvals.
  [
    'contract/late-ending',
    'contract/life.test',
    'contract/currency',
    'under-contract',
    'approval/covered',
    'document/outcome',
    'procurement/ordering',
    'accounting/particulars',
  ],
  // Random sequences of actions.
  ['invoice/playing', 'contract/playing'],
];

const report = z.object({
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

const words = process.argv.slice(2);
const chosen = [...codeFaults, ...generatedFaults()].filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
for (const fault of chosen) planted(fault, readFileSync(join(root, fault.file), 'utf8'));

const before = await findingOf(undefined);
if (before !== undefined) throw new Error(`fails without any fault: ${before}`);

let caught = 0;
for (const fault of chosen) {
  const finding = await findingOf(fault);
  if (finding !== undefined) caught += 1;
  console.log(finding === undefined ? `MISSED  ${fault.name}` : `caught  ${fault.name}: ${finding}`);
}
console.log(`\n${caught}/${chosen.length}`);
process.exitCode = caught === chosen.length ? 0 : 1;

/** The first test that fails with the fault; undefined when all pass. Throws when a test file does not load. */
async function findingOf(fault: CodeFault | undefined): Promise<string | undefined> {
  for (const files of intruders) {
    const finding = await findingIn(files, fault);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

async function findingIn(
  files: readonly string[],
  fault: CodeFault | undefined,
): Promise<string | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-fault-'));
  const file = join(directory, 'report.json');
  try {
    await run(
      [
        'run',
        '--project=database',
        '--project=unit',
        '--bail=1',
        '--reporter=json',
        `--outputFile=${file}`,
        ...files,
      ],
      fault,
    );
    if (!existsSync(file)) throw new Error('the tests did not run');
    const { testResults } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
    const finding = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .find(({ status }) => status === 'failed');
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    // After a failed test, `--bail` stops files before they load.
    if (finding === undefined && unloaded.length > 0) throw new Error('a test could not be loaded');
    return finding?.fullName;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function run(parameters: readonly string[], fault: CodeFault | undefined): Promise<void> {
  const child = spawn(process.execPath, [vitest, ...parameters], {
    cwd: root,
    env: { ...process.env, ...(fault && { KONTOR_FAULT: JSON.stringify(fault) }) },
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}
