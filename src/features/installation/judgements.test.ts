import { describe, expect, test } from 'vitest';
import { type AddressFacts, type Asked, judgeAddress } from './address.ts';
import { type BackupFacts, judgeBackups } from './backups.ts';
import { type ConfiguredFacts, judgeConfiguration } from './configuration.ts';
import { type DatabaseFacts, judgeDatabase, judgeUnreachable } from './database.ts';
import type { Finding } from './finding.ts';
import { type FolderFacts, judgeMachine, type MachineFacts } from './machine.ts';
import { judgeMail, type MailFacts } from './mail.ts';
import { forgedAddress, type ProbeAnswer } from './probe.ts';
import { judgeHeads, judgeWork, type WorkFacts } from './work.ts';

/** The problems as `warning: ...` and `wrong: ...`; checks that each has a remedy. */
function reported(findings: readonly Finding[]): string[] {
  for (const { level, remedy, says } of findings) {
    expect([says, remedy === null]).toEqual([says, level === 'ok']);
    expect(says).toMatch(/^.+[.)]$/);
  }
  return findings.flatMap(({ level, says }) => (level === 'ok' ? [] : [`${level}: ${says}`]));
}

type Case<Facts> = readonly [words: string, change: Partial<Facts>, expected: RegExp];

function judged<Facts>(judge: (facts: Facts) => Finding[], well: Facts, cases: readonly Case<Facts>[]): void {
  test('no findings for a good installation', () => expect(reported(judge(well))).toEqual([]));
  test.each(cases)('%s', (_words, change, expected) => {
    expect(reported(judge({ ...well, ...change })).join('\n')).toMatch(expected);
  });
}

describe('the doctor on the configuration (GEN-15, TECH-07, TECH-11)', () => {
  const well: ConfiguredFacts = {
    publicUrl: 'https://kontor.example.com',
    host: '127.0.0.1',
    isLoopback: true,
    demo: false,
    hasOwnKey: true,
    charactersOfKey: 25,
    trustedProxies: ['127.0.0.1'],
    metricsHost: null,
  };
  judged(judgeConfiguration, well, [
    [
      'an address reachable from this machine only',
      { publicUrl: 'http://localhost:8080' },
      /^warning: PUBLIC_URL is .* other machines cannot reach/,
    ],
    [
      'no encryption',
      { publicUrl: 'http://kontor.example.com' },
      /^wrong: PUBLIC_URL is http:.* requests are not encrypted/,
    ],
    ['the demo', { demo: true }, /^wrong: The demo is on/],
    ['a generated key', { hasOwnKey: false }, /^warning: SECRET_KEY is not set/],
    ['a typed key', { charactersOfKey: 4 }, /^wrong: SECRET_KEY seems to be typed by hand/],
    ['no trusted proxy', { trustedProxies: [] }, /^wrong: TRUSTED_PROXIES is empty/],
    [
      'all addresses trusted',
      { trustedProxies: ['0.0.0.0/0'] },
      /^wrong: TRUSTED_PROXIES trusts nearly every address \(0\.0\.0\.0\/0\)/,
    ],
    [
      'all IPv6 addresses trusted',
      { trustedProxies: ['10.0.0.1', '::/0'] },
      /^wrong: TRUSTED_PROXIES .*\(::\/0\)/,
    ],
    ['open metrics', { metricsHost: '0.0.0.0' }, /^warning: The Prometheus metrics are served on 0\.0\.0\.0/],
  ]);
});

describe('the doctor on the machine (TECH-01)', () => {
  const folder: FolderFacts = {
    variable: 'DATA_DIR',
    path: '/var/lib/kontor',
    problem: null,
    isOfAnother: false,
    isOpen: false,
    freeBytes: 50e9,
  };
  const well: MachineFacts = {
    runtime: '24.1.0',
    wantedRuntime: '24.1.0',
    pages: null,
    missingParts: [],
    folders: [folder],
    openSecrets: [],
    openFiles: 65_536,
  };
  const data = (change: Partial<FolderFacts>) => ({ folders: [{ ...folder, ...change }] });
  judged(judgeMachine, well, [
    [
      'another Node.js',
      { runtime: '20.19.2' },
      /^wrong: The doctor runs on Node\.js 20\.19\.2 instead of 24\.1\.0/,
    ],
    ['no pages', { pages: 'missing' }, /^wrong: The pages are not built/],
    ['old pages', { pages: 'outdated' }, /^wrong: The pages were built from other sources/],
    [
      'a missing package',
      { missingParts: [{ name: 'sharp', reason: 'not found' }] },
      /^wrong: sharp cannot be used \(not found\)/,
    ],
    ['a folder without access', data({ problem: 'EACCES' }), /^wrong: DATA_DIR is .* cannot use \(EACCES\)/],
    [
      'a folder of another account',
      data({ isOfAnother: true }),
      /^warning: DATA_DIR .* belongs to another account/,
    ],
    ['an open folder', data({ isOpen: true }), /^warning: DATA_DIR .* can be read by other accounts/],
    ['little space', data({ freeBytes: 1e9 }), /^warning: The disk of DATA_DIR .* has only 1\.0 GB free/],
    ['no space', data({ freeBytes: 1e6 }), /^wrong: The disk of DATA_DIR .* is full: 1 MB free/],
    [
      'an open secret',
      { openSecrets: ['/data/secret-key'] },
      /^wrong: \/data\/secret-key can be read by other accounts/,
    ],
    ['few open files', { openFiles: 1024 }, /^warning: The product may open only 1024 files/],
  ]);
});

describe('the doctor on the database (TECH-01, TECH-02)', () => {
  const well: DatabaseFacts = {
    versionNumber: 180_004,
    version: '18.4',
    encoding: 'UTF8',
    owner: 'kontor',
    isSuperuser: true,
    switchedOff: [],
    connections: 20,
    maxConnections: 100,
    clockAheadSeconds: 0.2,
    isReadableOnTheWay: false,
    sizeBytes: 5e7,
    webLoginProblem: null,
    pendingMigrations: [],
    unknownMigrations: [],
    isTooOld: false,
    hasDemo: false,
  };
  judged(judgeDatabase, well, [
    [
      'an old PostgreSQL',
      { versionNumber: 170_002, version: '17.2' },
      /^wrong: The database is PostgreSQL 17\.2/,
    ],
    ['another encoding', { encoding: 'LATIN1' }, /^wrong: The database has the encoding LATIN1/],
    ['no superuser', { isSuperuser: false }, /^wrong: kontor is no superuser/],
    ['no fsync', { switchedOff: ['fsync'] }, /^wrong: fsync is off/],
    ['few free connections', { connections: 95 }, /^warning: 95 of 100 connections are in use/],
    ['a clock ahead', { clockAheadSeconds: 61 }, /^wrong: The clock of the database is 61 s ahead of/],
    ['a clock behind', { clockAheadSeconds: -61 }, /^wrong: The clock of the database is 61 s behind/],
    [
      'no encryption',
      { isReadableOnTheWay: true },
      /^warning: The connection to the database is not encrypted/,
    ],
    [
      'another key',
      { webLoginProblem: 'password failed' },
      /^wrong: The product cannot log in as kontor_web/,
    ],
    [
      'an update before its first start',
      { pendingMigrations: ['0140_x.sql'] },
      /^warning: 1 migrations are not applied yet, up to 0140/,
    ],
    [
      'data of a newer version',
      { unknownMigrations: ['0999_x.sql'] },
      /^wrong: The data was written by a newer version \(0999/,
    ],
    [
      'data from before the baseline',
      { isTooOld: true, pendingMigrations: ['0000_baseline'] },
      /^wrong: The data is too old for this version/,
    ],
    ['the demo', { hasDemo: true }, /^wrong: This database contains the demo companies/],
  ]);

  test.each([
    ['ECONNREFUSED', /is not running, or uses another port/],
    ['ENOTFOUND', /has a host name that cannot be resolved/],
    ['ETIMEDOUT', /cannot be reached/],
    ['28P01', /rejects the password/],
    ['3D000', /does not exist/],
    ['53300', /accepts no further connections/],
    ['XX000', /does not answer: the words of the server/],
  ])('unreachable: %s', (code, expected) => {
    const finding = judgeUnreachable({ place: 'db:5432/kontor', code, message: 'the words of the server' });
    expect(reported([finding])[0]).toMatch(/^wrong: The database at db:5432\/kontor /);
    expect(finding.says).toMatch(expected);
  });
});

describe('the doctor on work (JOB-05, MAIL-04, AUD-09)', () => {
  const both = { roles: ['web', 'worker'], version: '1.0.0', isSilent: false, seconds: 3_600 };
  const well: WorkFacts = {
    version: '1.0.0',
    processes: [both],
    oldestDueSeconds: 1,
    failedJobs: {},
    failedMails: 0,
    oldestUnsealedSeconds: 30,
    hasSeal: true,
  };
  judged(judgeWork, well, [
    ['no process', { processes: [] }, /^wrong: No process with the role web or worker/],
    [
      'no worker',
      { processes: [{ ...both, roles: ['web'] }] },
      /^wrong: No process with the role worker has/,
    ],
    ['a dead process', { processes: [both, { ...both, isSilent: true }] }, /^warning: 1 process stopped/],
    [
      'another version',
      { processes: [{ ...both, version: '0.9.0' }] },
      /^warning: Version 0\.9\.0 is running, but this is version 1\.0\.0/,
    ],
    ['a stuck queue', { oldestDueSeconds: 900 }, /^wrong: Due jobs have been waiting for 15 minutes/],
    [
      'an unsealed audit',
      { oldestUnsealedSeconds: 900 },
      /^wrong: Rows of the audit have not been sealed for 15 minutes/,
    ],
    ['failed jobs', { failedJobs: { import: 2 } }, /^warning: Jobs failed within the last day: import 2/],
    ['failed mails', { failedMails: 3 }, /^warning: 3 mails of the last day were not sent/],
  ]);

  test('the heads of a sealed audit are missing on a machine with a worker', () => {
    const missing = { file: '/var/lib/kontor/audit-heads.jsonl', isThere: false };
    expect(reported(judgeHeads(well, missing))).toEqual([
      expect.stringMatching(
        /^wrong: The audit is sealed, but .* no file \/var\/lib\/kontor\/audit-heads.jsonl/,
      ),
    ]);
    for (const heads of [null, { ...missing, isThere: true }]) expect(judgeHeads(well, heads)).toEqual([]);
    expect(judgeHeads({ hasSeal: false }, missing)).toEqual([]);
  });

  test('jobs that waited while the product was off are not late at its start', () => {
    const justStarted = {
      ...well,
      processes: [{ ...both, seconds: 20 }],
      oldestDueSeconds: 90_000,
      oldestUnsealedSeconds: 90_000,
    };
    expect(reported(judgeWork(justStarted))).toEqual([]);
  });
});

describe('the doctor on the address (GEN-15, TECH-11, API-29, API-42)', () => {
  const answer: ProbeAnswer = {
    version: '1.0.0',
    runtime: 'v24.1.0',
    now: '2026-11-27T04:00:00.000Z',
    client: '203.0.113.9',
    peer: '127.0.0.1',
    forwardedFor: '203.0.113.9',
    isBelieved: true,
    openFiles: 65_536,
  };
  const answered = (change: Partial<ProbeAnswer> = {}): Asked => ({
    outcome: 'answered',
    answer: { ...answer, ...change },
  });
  const silent = (code: string): Asked => ({ outcome: 'silent', code, message: code });
  const stranger = (status: number): Asked => ({ outcome: 'stranger', status });
  const well: AddressFacts = {
    publicUrl: 'https://kontor.example.com',
    version: '1.0.0',
    ownAddress: 'http://127.0.0.1:8080',
    direct: answered(),
    resolved: '203.0.113.1',
    through: answered(),
    forged: answered(),
    certificateDays: 60,
    plain: { status: 308, location: 'https://kontor.example.com/' },
    streamMs: 1_200,
    uploadStatus: 200,
    showsFigures: false,
    trustedProxies: ['127.0.0.1'],
  };
  judged(judgeAddress, well, [
    [
      'no answer',
      { direct: silent('ECONNREFUSED') },
      /^wrong: Nothing answers at http:\/\/127\.0\.0\.1:8080 \(ECONNREFUSED\)/,
    ],
    ['another program', { direct: stranger(404) }, /^wrong: The program at .* is not this product/],
    ['an old process', { direct: answered({ version: '0.9.0' }) }, /^warning: Version 0\.9\.0 runs/],
    ['an unknown name', { resolved: null }, /^wrong: The name kontor\.example\.com cannot be resolved/],
    ['no proxy', { through: silent('ECONNREFUSED') }, /^wrong: https:.* does not answer: ECONNREFUSED/],
    [
      'an expired certificate',
      { through: silent('CERT_HAS_EXPIRED') },
      /^wrong: The certificate of .* has expired/,
    ],
    ['a foreign certificate', { through: silent('ERR_TLS_CERT_ALTNAME_INVALID') }, /is for another name/],
    [
      'an unknown authority',
      { through: silent('SELF_SIGNED_CERT_IN_CHAIN') },
      /an authority that this machine does not trust/,
    ],
    ['a lost host name', { through: stranger(421) }, /sends another host name/],
    ['a wrong target', { through: stranger(502) }, /cannot reach the product/],
    [
      'another site',
      { through: stranger(200) },
      /answers with 200, but is not this product with this SECRET_KEY/,
    ],
    ['an expiring certificate', { certificateDays: 5 }, /^warning: The certificate expires in 5 days/],
    [
      'a proxy without forwarding header',
      { through: answered({ forwardedFor: null, isBelieved: false }) },
      /^wrong: The reverse proxy does not pass the address of the caller on/,
    ],
    [
      'an untrusted proxy',
      { through: answered({ peer: '10.0.0.7', isBelieved: false }) },
      /^wrong: The reverse proxy at 10\.0\.0\.7 is not trusted/,
    ],
    [
      'a trusted caller',
      { forged: answered({ client: forgedAddress, forwardedFor: forgedAddress }) },
      /^wrong: Anyone can forge X-Forwarded-For/,
    ],
    [
      'a proxy that appends',
      { forged: answered({ client: forgedAddress, forwardedFor: `${forgedAddress}, 127.0.0.1` }) },
      /^warning: X-Forwarded-For can be forged from this machine/,
    ],
    [
      'no redirect',
      { plain: { status: 200, location: null } },
      /^warning: http:.* answers without a redirect to https \(200\)/,
    ],
    ['a buffered stream', { streamMs: 3 }, /^warning: Live updates are buffered/],
    ['a small limit', { uploadStatus: 413 }, /^wrong: A file of 10 MB cannot be uploaded \(413\)/],
    ['public metrics', { showsFigures: true }, /^wrong: The Prometheus metrics are public/],
  ]);

  test('does not require pages on a machine with workers only', () => {
    expect(reported(judgeAddress({ ...well, direct: null }))).toEqual([]);
  });
});

describe('the doctor on mails (MAIL-04, AUTH-01)', () => {
  const well: MailFacts = {
    server: 'mail.example.com:587',
    problem: null,
    isEncrypted: true,
    isOnThisMachine: false,
    isForTrial: false,
    sender: 'kontor@example.com',
    hasSpf: true,
    sent: null,
  };
  const fails = (code: string) => ({ problem: { code, message: 'the words of the server' } });
  judged(judgeMail, well, [
    ['no server', { server: null }, /^wrong: There is no mail server/],
    ['a wrong password', fails('EAUTH'), /^wrong: .* rejects user or password/],
    ['an unknown name', fails('EDNS'), /^wrong: .* has a host name that cannot be resolved/],
    [
      'an unreachable server',
      fails('ESOCKET'),
      /^wrong: .* cannot be reached, or its certificate is not trusted/,
    ],
    ['a closed port', fails('ETIMEDOUT'), /^wrong: .* does not answer in time/],
    ['an unknown error', fails('EODD'), /^wrong: .* accepts no mails: the words of the server/],
    ['no encryption', { isEncrypted: false }, /^warning: The connection to the mail server is not encrypted/],
    ['no SPF', { hasSpf: false }, /^warning: The domain example\.com has no SPF record/],
    [
      'a refused mail',
      { sent: { to: 'a@b.test', problem: '550 no' } },
      /^wrong: The mail server rejected the mail to a@b\.test: 550 no/,
    ],
  ]);
});

describe('the doctor on backups', () => {
  const newest = { name: 'kontor-x.backup', ageHours: 5, bytes: 1e7, damage: null };
  const well: BackupFacts = { folder: '/b', problem: null, newest, unfinished: [], isForTrial: false };
  judged(judgeBackups, well, [
    ['no configured folder', { folder: null }, /^warning: BACKUP_DIR is not set/],
    ['a missing folder', { problem: 'ENOENT' }, /^wrong: \/b cannot be read \(ENOENT\)/],
    ['no backup', { newest: null }, /^wrong: There is no backup in \/b/],
    [
      'an old backup',
      { newest: { ...newest, ageHours: 80 } },
      /^wrong: The newest backup, .*, is 3 days old/,
    ],
    [
      'a damaged backup',
      { newest: { ...newest, damage: 'its end is missing.' } },
      /^wrong: The newest backup is damaged: its end/,
    ],
    ['an unfinished backup', { unfinished: ['x.unfinished'] }, /^warning: Unfinished backups: x\.unfinished/],
  ]);
});
