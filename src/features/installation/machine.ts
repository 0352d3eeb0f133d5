import { tooFewBytes } from '../../platform/readiness.ts';
import { type Finding, findingsAbout } from './finding.ts';

/** A folder used by the product. */
export interface FolderFacts {
  /** The variable that contains its path. */
  readonly variable: string;
  readonly path: string;
  /** Error on access, such as `EACCES`; null if readable and writable. */
  readonly problem: string | null;
  /** Whether another account owns it. */
  readonly isOfAnother: boolean;
  /** Whether accounts other than the owner can read it. */
  readonly isOpen: boolean;
  readonly freeBytes: number | null;
}

export interface MachineFacts {
  /** Running and required version of Node.js. */
  readonly runtime: string;
  readonly wantedRuntime: string;
  /** Why the pages cannot be served: never built, or built from other sources; null if they can. */
  readonly pages: 'missing' | 'outdated' | null;
  /** Missing parts for reading invoices, with the reason. */
  readonly missingParts: readonly { readonly name: string; readonly reason: string }[];
  readonly folders: readonly FolderFacts[];
  /** Secret files in `DATA_DIR` that other accounts can read. */
  readonly openSecrets: readonly string[];
  /** Open file limit of the running process; null if unknown. */
  readonly openFiles: number | null;
}

const { ok, warning, wrong } = findingsAbout('machine');

const megabyte = 1024 * 1024;
/** With less free space, the next large invoice or backup may fail. */
const scarceBytes = 2048 * megabyte;
/** Each connection and each requested page needs a file handle. */
const fewestFiles = 4096;

/** Judges the machine that the product runs on. */
export function judgeMachine(facts: MachineFacts): Finding[] {
  return [
    aboutRuntime(facts),
    aboutPages(facts.pages),
    ...aboutParts(facts.missingParts),
    ...facts.folders.map(aboutFolder),
    ...facts.openSecrets.map((file) =>
      wrong(`${file} can be read by other accounts of this machine.`, `chmod 600 ${file}`),
    ),
    ...aboutOpenFiles(facts.openFiles),
  ];
}

function aboutRuntime({ runtime, wantedRuntime }: MachineFacts): Finding {
  if (runtime === wantedRuntime) return ok(`Node.js ${runtime}, as installed with the packages.`);
  return wrong(
    `The doctor runs on Node.js ${runtime} instead of ${wantedRuntime}.`,
    'Reinstall the packages of the lock file (npm ci), and run commands with npm run.',
  );
}

function aboutPages(pages: MachineFacts['pages']): Finding {
  if (pages === null) return ok('The pages are built from these sources.');
  const says = pages === 'missing' ? 'The pages are not built.' : 'The pages were built from other sources.';
  return wrong(says, 'npm run build');
}

function aboutParts(missing: MachineFacts['missingParts']): Finding[] {
  if (missing.length === 0) return [ok('The packages that read invoices and write letters are installed.')];
  return missing.map(({ name, reason }) =>
    wrong(
      `${name} cannot be used (${reason}): invoices are not read, or letters are not written.`,
      'Reinstall the packages of the lock file on this machine: npm ci, then npm run build.',
    ),
  );
}

function aboutFolder({ variable, path, problem, isOfAnother, isOpen, freeBytes }: FolderFacts): Finding {
  if (problem !== null) {
    return wrong(
      `${variable} is ${path}, which this account cannot use (${problem}).`,
      'Create it, and give it to the account of the product: install -d -o kontor -g kontor -m 700 FOLDER',
    );
  }
  if (freeBytes !== null && freeBytes < tooFewBytes) {
    return wrong(`The disk of ${variable} (${path}) is full: ${sizeOf(freeBytes)} free.`, moreSpace);
  }
  if (freeBytes !== null && freeBytes < scarceBytes) {
    return warning(`The disk of ${variable} (${path}) has only ${sizeOf(freeBytes)} free.`, moreSpace);
  }
  if (isOfAnother) {
    return warning(
      `${variable} (${path}) belongs to another account than that of the doctor.`,
      'Run commands as the account of the product, as deploy/kontor does: it cannot use files of other accounts.',
    );
  }
  if (isOpen) {
    return warning(
      `${variable} (${path}) can be read by other accounts of this machine.`,
      `chmod 700 ${path}`,
    );
  }
  return ok(`${variable} is ${path}${freeBytes === null ? '' : `, with ${sizeOf(freeBytes)} free`}.`);
}

const moreSpace = 'Free space, or enlarge the disk: nothing can be saved on a full disk.';

function aboutOpenFiles(count: number | null): Finding[] {
  if (count === null || count >= fewestFiles) return [];
  return [
    warning(
      `The product may open only ${count} files and connections at once.`,
      'Set LimitNOFILE=65536 in its unit file, as deploy/kontor.service does.',
    ),
  ];
}

/** A size for people, such as `12.3 GB`. */
export function sizeOf(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
