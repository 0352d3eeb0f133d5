/** The kind of installation, derived from the host name of `PUBLIC_URL` alone (GEN-15). */
export type Environment = 'dev' | 'test' | 'production';

export function environmentOf(publicUrl: string): Environment {
  const host = new URL(publicUrl).hostname.toLowerCase();
  const labels = host.split('.');
  if (host === 'localhost' || host === '127.0.0.1' || labels.at(-1) === 'local' || labels.includes('dev')) {
    return 'dev';
  }
  return labels.includes('test') || labels.includes('demo') ? 'test' : 'production';
}
