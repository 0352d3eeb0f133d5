import { describe, expect, test } from 'vitest';
import { type AddressFacts, type Asked, judgeAddress } from './address.ts';
import { type BackupFacts, judgeBackups } from './backups.ts';
import { type ConfiguredFacts, judgeConfiguration } from './configuration.ts';
import { type DatabaseFacts, judgeDatabase, judgeUnreachable } from './database.ts';
import type { Finding } from './finding.ts';
import { type FolderFacts, judgeMachine, type MachineFacts } from './machine.ts';
import { judgeMail, type MailFacts } from './mail.ts';
import { forgedAddress, type ProbeAnswer } from './probe.ts';
import { judgeWork, type WorkFacts } from './work.ts';

/** The problems as `warning: ...` and `wrong: ...`; checks that each has a remedy. */
function told(findings: readonly Finding[]): string[] {
  for (const { level, remedy, says } of findings) {
    expect([says, remedy === null]).toEqual([says, level === 'ok']);
    expect(says).toMatch(/^.+[.)]$/);
  }
  return findings.flatMap(({ level, says }) => (level === 'ok' ? [] : [`${level}: ${says}`]));
}

type Case<Facts> = readonly [words: string, change: Partial<Facts>, said: RegExp];

function judged<Facts>(judge: (facts: Facts) => Finding[], well: Facts, cases: readonly Case<Facts>[]): void {
  test('no findings for a good installation', () => expect(told(judge(well))).toEqual([]));
  test.each(cases)('%s', (_words, change, said) => {
    expect(told(judge({ ...well, ...change })).join('\n')).toMatch(said);
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
      'an address of this machine alone',
      { publicUrl: 'http://localhost:8080' },
      /^warning: PUBLIC_URL is .* nobody reaches/,
    ],
    [
      'no encryption',
      { publicUrl: 'http://kontor.example.com' },
      /^wrong: PUBLIC_URL is http:.* can be read on the way/,
    ],
    ['the demo', { demo: true }, /^wrong: The demo is on/],
    ['a key made at the first start', { hasOwnKey: false }, /^warning: SECRET_KEY is not set/],
    ['a typed key', { charactersOfKey: 4 }, /^wrong: SECRET_KEY looks as if somebody had typed it/],
    ['no proxy believed', { trustedProxies: [] }, /^wrong: TRUSTED_PROXIES is empty/],
    [
      'everybody believed',
      { trustedProxies: ['0.0.0.0/0'] },
      /^wrong: TRUSTED_PROXIES believes nearly everybody \(0\.0\.0\.0\/0\)/,
    ],
    [
      'everybody believed, by IPv6',
      { trustedProxies: ['10.0.0.1', '::/0'] },
      /^wrong: TRUSTED_PROXIES .*\(::\/0\)/,
    ],
    [
      'open figures',
      { metricsHost: '0.0.0.0' },
      /^warning: The figures for Prometheus are served on 0\.0\.0\.0/,
    ],
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
      /^wrong: This runs on Node\.js 20\.19\.2 instead of 24\.1\.0/,
    ],
    ['no pages', { pages: 'missing' }, /^wrong: The pages are not built/],
    ['old pages', { pages: 'outdated' }, /^wrong: The pages were built from other sources/],
    [
      'a missing package',
      { missingParts: [{ name: 'sharp', reason: 'not found' }] },
      /^wrong: sharp cannot be used \(not found\)/,
    ],
    [
      'a folder of somebody else',
      data({ problem: 'EACCES' }),
      /^wrong: DATA_DIR is .* cannot use \(EACCES\)/,
    ],
    [
      'the doctor of another account',
      data({ isOfAnother: true }),
      /^warning: DATA_DIR .* belongs to another account/,
    ],
    ['an open folder', data({ isOpen: true }), /^warning: DATA_DIR .* can be looked into/],
    ['little space', data({ freeBytes: 1e9 }), /^warning: The disk of DATA_DIR .* has 1\.0 GB left/],
    ['no space', data({ freeBytes: 1e6 }), /^wrong: The disk of DATA_DIR .* is full but for 1 MB/],
    [
      'an open secret',
      { openSecrets: ['/data/secret-key'] },
      /^wrong: \/data\/secret-key can be read by other accounts/,
    ],
    ['few open files', { openFiles: 1024 }, /^warning: The product may have 1024 files/],
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
    mostConnections: 100,
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
    ['an old PostgreSQL', { versionNumber: 170_002, version: '17.2' }, /^wrong: This is PostgreSQL 17\.2/],
    ['another encoding', { encoding: 'LATIN1' }, /^wrong: The database keeps its texts in LATIN1/],
    ['no superuser', { isSuperuser: false }, /^wrong: kontor is no superuser/],
    ['no fsync', { switchedOff: ['fsync'] }, /^wrong: fsync is off/],
    ['no connection left', { connections: 95 }, /^warning: 95 of 100 connections are taken/],
    ['a clock ahead', { clockAheadSeconds: 61 }, /^wrong: The clock of the database is 61 s ahead of/],
    ['a clock behind', { clockAheadSeconds: -61 }, /^wrong: The clock of the database is 61 s behind/],
    ['an open way', { isReadableOnTheWay: true }, /^warning: The way to the database is not encrypted/],
    [
      'another key',
      { webLoginProblem: 'password failed' },
      /^wrong: The product cannot log in as kontor_web/,
    ],
    [
      'an update that did not start yet',
      { pendingMigrations: ['0140_x.sql'] },
      /^warning: 1 migrations are not applied yet, up to 0140/,
    ],
    [
      'data of a newer version',
      { unknownMigrations: ['0999_x.sql'] },
      /^wrong: The data are of a newer version \(0999/,
    ],
    [
      'data from before the baseline',
      { isTooOld: true, pendingMigrations: ['0000_baseline'] },
      /^wrong: The data are older than this version takes over/,
    ],
    ['the demo', { hasDemo: true }, /^wrong: The companies of the demo are in this database/],
  ]);

  test.each([
    ['ECONNREFUSED', /does not run, or not on that port/],
    ['ENOTFOUND', /has a name that nobody knows/],
    ['ETIMEDOUT', /is not reached/],
    ['28P01', /refuses the password/],
    ['3D000', /is not there/],
    ['53300', /takes no further connection/],
    ['XX000', /does not answer: the words of the server/],
  ])('unreachable: %s', (code, said) => {
    const finding = judgeUnreachable({ place: 'db:5432/kontor', code, message: 'the words of the server' });
    expect(told([finding])[0]).toMatch(/^wrong: The database at db:5432\/kontor /);
    expect(finding.says).toMatch(said);
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
  };
  judged(judgeWork, well, [
    ['nobody', { processes: [] }, /^wrong: No process that does web and worker/],
    ['no worker', { processes: [{ ...both, roles: ['web'] }] }, /^wrong: No process that does worker has/],
    ['one that died', { processes: [both, { ...both, isSilent: true }] }, /^warning: 1 process fell silent/],
    [
      'another version',
      { processes: [{ ...both, version: '0.9.0' }] },
      /^warning: Version 0\.9\.0 is running, and this is 1\.0\.0/,
    ],
    ['a stuck queue', { oldestDueSeconds: 900 }, /^wrong: Work that is due has been waiting for 15 minutes/],
    [
      'an unsealed audit',
      { oldestUnsealedSeconds: 900 },
      /^wrong: Rows of the audit have not been sealed for 15 minutes/,
    ],
    ['failed jobs', { failedJobs: { import: 2 } }, /^warning: Within a day jobs have failed: import 2/],
    ['failed mails', { failedMails: 3 }, /^warning: 3 mails of the last day did not leave/],
  ]);

  test('jobs that waited while the product was off are not late at its start', () => {
    const justStarted = {
      ...well,
      processes: [{ ...both, seconds: 20 }],
      oldestDueSeconds: 90_000,
      oldestUnsealedSeconds: 90_000,
    };
    expect(told(judgeWork(justStarted))).toEqual([]);
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
      'nothing runs',
      { direct: silent('ECONNREFUSED') },
      /^wrong: Nothing answers at http:\/\/127\.0\.0\.1:8080 \(ECONNREFUSED\)/,
    ],
    ['another program', { direct: stranger(404) }, /^wrong: What answers at .* is not this product/],
    ['not started anew', { direct: answered({ version: '0.9.0' }) }, /^warning: Version 0\.9\.0 answers/],
    ['an unknown name', { resolved: null }, /^wrong: Nobody knows the name kontor\.example\.com/],
    ['no proxy', { through: silent('ECONNREFUSED') }, /^wrong: https:.* does not answer: ECONNREFUSED/],
    [
      'an ended certificate',
      { through: silent('CERT_HAS_EXPIRED') },
      /^wrong: The certificate of .* has ended/,
    ],
    ['a foreign certificate', { through: silent('ERR_TLS_CERT_ALTNAME_INVALID') }, /is of another name/],
    [
      'an unknown authority',
      { through: silent('SELF_SIGNED_CERT_IN_CHAIN') },
      /an authority that this machine does not believe/,
    ],
    ['a lost host name', { through: stranger(421) }, /passes on another host name/],
    ['a wrong target', { through: stranger(502) }, /does not reach the product/],
    [
      'another site',
      { through: stranger(200) },
      /answers with 200, as this product with this SECRET_KEY would not/,
    ],
    ['a certificate that ends', { certificateDays: 5 }, /^warning: The certificate ends in 5 days/],
    [
      'a silent proxy',
      { through: answered({ forwardedFor: null, isBelieved: false }) },
      /^wrong: The reverse proxy does not say who asks/,
    ],
    [
      'an unbelieved proxy',
      { through: answered({ peer: '10.0.0.7', isBelieved: false }) },
      /^wrong: The reverse proxy at 10\.0\.0\.7 is not believed/,
    ],
    [
      'a believed caller',
      { forged: answered({ client: forgedAddress, forwardedFor: forgedAddress }) },
      /^wrong: Whoever writes X-Forwarded-For himself/,
    ],
    [
      'a proxy that adds',
      { forged: answered({ client: forgedAddress, forwardedFor: `${forgedAddress}, 127.0.0.1` }) },
      /^warning: From this machine X-Forwarded-For can be forged/,
    ],
    [
      'no redirect',
      { plain: { status: 200, location: null } },
      /^warning: http:.* answers without leading to https \(200\)/,
    ],
    ['a buffered stream', { streamMs: 3 }, /^warning: Live updates are held back/],
    ['a small limit', { uploadStatus: 413 }, /^wrong: A file of 10 MB does not come through \(413\)/],
    ['open figures', { showsFigures: true }, /^wrong: The figures for Prometheus can be had by everybody/],
  ]);

  test('does not require pages on a machine with workers only', () => {
    expect(told(judgeAddress({ ...well, direct: null }))).toEqual([]);
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
    ['none', { server: null }, /^wrong: There is no mail server/],
    ['a wrong password', fails('EAUTH'), /^wrong: .* refuses user or password/],
    ['an unknown name', fails('EDNS'), /^wrong: .* has a name that nobody knows/],
    ['not reached', fails('ESOCKET'), /^wrong: .* is not reached, or its certificate is not believed/],
    ['a closed port', fails('ETIMEDOUT'), /^wrong: .* does not answer in time/],
    ['what nobody foresaw', fails('EODD'), /^wrong: .* does not take mails: the words of the server/],
    ['no encryption', { isEncrypted: false }, /^warning: The mail server speaks without encryption/],
    ['no SPF', { hasSpf: false }, /^warning: The domain example\.com does not say/],
    [
      'a refused mail',
      { sent: { to: 'a@b.test', problem: '550 no' } },
      /^wrong: The mail to a@b\.test was not taken: 550 no/,
    ],
  ]);
});

describe('the doctor on backups', () => {
  const newest = { name: 'kontor-x.backup', ageHours: 5, bytes: 1e7, damage: null };
  const well: BackupFacts = { folder: '/b', problem: null, newest, unfinished: [], isForTrial: false };
  judged(judgeBackups, well, [
    ['none that is known', { folder: null }, /^warning: BACKUP_DIR is not set/],
    ['no folder', { problem: 'ENOENT' }, /^wrong: \/b cannot be looked into \(ENOENT\)/],
    ['none at all', { newest: null }, /^wrong: There is no backup in \/b/],
    ['an old one', { newest: { ...newest, ageHours: 80 } }, /^wrong: The newest backup, .*, is 3 days old/],
    [
      'a damaged one',
      { newest: { ...newest, damage: 'its end is missing.' } },
      /^wrong: The newest backup is damaged: its end/,
    ],
    ['one broken off', { unfinished: ['x.unfinished'] }, /^warning: Backups were broken off: x\.unfinished/],
  ]);
});
