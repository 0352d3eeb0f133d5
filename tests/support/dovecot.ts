import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '../../src/platform/server/free-port.ts';
import { makeCertificates } from './certificates.ts';
import { ensureDovecot, howToInstall } from './install-dovecot.ts';

/** A real mail server on this machine; its certificate names `localhost`. */
export interface Dovecot {
  readonly ports: Readonly<Record<'imap' | 'imaps' | 'pop3' | 'pop3s', number>>;
  /**
   * Another address of this machine, where it listens on the legacy ports 143 and 110; also named in the certificate.
   */
  readonly address: string;
  /** The certificate of its authority, in PEM, and its file. */
  readonly authority: string;
  readonly authorityFile: string;
  /** The password of every account. */
  readonly password: string;
  /** The name of an unused account. */
  account(): string;
  /** Puts a mail into the inbox of an account, dated now or at the given time. */
  deliver(account: string, mail: string | Buffer, at?: Date): void;
  /** The number of mails in a folder. */
  count(account: string, folder?: string): number;
  stop(): Promise<void>;
}

const password = 'Geheim-4711-Rübe';

/** An unprivileged user that owns the mails. */
const owner = 65534;

/**
 * Starts it, and installs it first where it is missing (like the browser of the journeys).
 *
 * @param introspectionUrl answers for which account a token is good; without it tokens are not accepted (XOAUTH2)
 */
export async function startDovecot(introspectionUrl?: string): Promise<Dovecot> {
  if (!ensureDovecot()) throw new Error(howToInstall);
  const directory = mkdtempSync(join(tmpdir(), 'kontor-dovecot-'));
  chmodSync(directory, 0o755);
  const mails = join(directory, 'mails');
  mkdirSync(mails);
  chownSync(mails, owner, owner);
  // A random loopback address, so that its low ports are free.
  const address = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  makeCertificates(directory, ['DNS:localhost', `IP:${address}`]);
  const ports = {
    imap: await freePort(),
    imaps: await freePort(),
    pop3: await freePort(),
    pop3s: await freePort(),
  };
  const configuration = join(directory, 'dovecot.conf');
  if (introspectionUrl !== undefined)
    writeFileSync(join(directory, 'oauth2'), tokenSettings(introspectionUrl));
  writeFileSync(configuration, settings(directory, ports, address, introspectionUrl !== undefined));
  const server = spawn('dovecot', ['-F', '-c', configuration], { stdio: ['ignore', 'ignore', 'inherit'] });
  const inbox = (account: string, ...path: string[]) => join(mails, account, ...path);
  await Promise.all(Object.values(ports).map((port) => answers(port, server)));
  const authorityFile = join(directory, 'authority.pem');
  return {
    ports,
    address,
    authorityFile,
    authority: readFileSync(authorityFile, 'utf8'),
    password,
    account: () => `account-${randomUUID().slice(0, 8)}`,
    deliver: (account, mail, at = new Date()) => {
      for (const folder of ['', 'new', 'cur', 'tmp'])
        if (!existsSync(inbox(account, folder))) {
          mkdirSync(inbox(account, folder), { recursive: true });
          chownSync(inbox(account, folder), owner, owner);
        }
      const file = inbox(account, 'new', `${at.getTime()}.${randomUUID()}.test`);
      writeFileSync(file, mail);
      chownSync(file, owner, owner);
      utimesSync(file, at, at);
    },
    count: (account, folder) => {
      const places = ['new', 'cur'].map((place) => inbox(account, folder ? `.${folder}` : '', place));
      return places.filter(existsSync).reduce((sum, place) => sum + readdirSync(place).length, 0);
    },
    stop: async () => {
      const ended = new Promise((done) => server.once('exit', done));
      server.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** This process trusts an additional authority. */
export function believe(authority: string): void {
  setDefaultCACertificates([...getCACertificates('default'), authority]);
}

const tokenSettings = (introspectionUrl: string) => `
introspection_mode = auth
introspection_url = ${introspectionUrl}
username_attribute = username
active_attribute = active
active_value = true
`;

function settings(directory: string, ports: Dovecot['ports'], address: string, takesTokens: boolean): string {
  const byToken = `
auth_mechanisms = plain xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${directory}/oauth2
}`;
  const listeners = (protocol: 'imap' | 'pop3', old: number) => `
service ${protocol}-login {
  inet_listener ${protocol} {
    port = ${ports[protocol]}
  }
  inet_listener ${protocol}-old {
    address = ${address}
    port = ${old}
  }
  inet_listener ${protocol}s {
    port = ${ports[`${protocol}s`]}
    ssl = yes
  }
}`;
  return `
base_dir = ${directory}/run
log_path = ${directory}/log
import_environment = TZ LD_PRELOAD FAKETIME FAKETIME_DONT_FAKE_MONOTONIC
protocols = imap pop3
listen = 127.0.0.1
ssl = yes
ssl_cert = <${directory}/server.pem
ssl_key = <${directory}/server.key
disable_plaintext_auth = yes
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
first_valid_uid = 1
mail_location = maildir:${directory}/mails/%u
mail_max_userip_connections = 100
maildir_very_dirty_syncs = no
pop3_no_flag_updates = yes
${takesTokens ? byToken : ''}
passdb {
  driver = static
  args = password=${password}
  mechanisms = plain
}
userdb {
  driver = static
  args = uid=${owner} gid=${owner} home=${directory}/mails/%u
}
namespace inbox {
  inbox = yes
  separator = /
}
${listeners('imap', 143)}
${listeners('pop3', 110)}
`;
}

async function answers(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (server.exitCode !== null) throw new Error('Dovecot ended while it was starting');
    const isOpen = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => done(true)).once('error', () => done(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await delay(50);
  }
  throw new Error(`Dovecot does not listen on port ${port}`);
}
