import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the certificate of an unknown authority (`authority.pem`), and a server certificate signed by it
 * (`server.pem`, `server.key`), into a folder.
 *
 * @param names as in a certificate, such as `DNS:localhost`
 */
export function makeCertificates(directory: string, names: readonly string[], days = 2): void {
  const openssl = (...parameters: string[]) =>
    execFileSync('openssl', parameters, { cwd: directory, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'authority.key',
    '-out',
    'authority.pem',
    '-subj',
    '/CN=Tests',
    '-days',
    '2',
  );
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(join(directory, 'names'), `subjectAltName=${names.join(',')}`);
  const signed = [
    '-CA',
    'authority.pem',
    '-CAkey',
    'authority.key',
    '-CAcreateserial',
    '-days',
    String(days),
    '-extfile',
    'names',
  ];
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signed);
}
