import { languages, languageTag } from '../../../base/language.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { after, type Clock, days } from '../../../platform/server/clock.ts';
import type { Configuration } from '../../../platform/server/configuration.ts';
import { type HttpServer, securityTxt } from '../../../platform/server/http/http.ts';

interface Parts extends Pick<Configuration, 'publicUrl'>, Partial<Pick<Configuration, 'securityContact'>> {
  readonly clock: Clock;
}

/** A start reads the contact from the configuration, and nothing confirms it later. */
const confirmedFor = days(180);

/**
 * `GET /.well-known/security.txt`, without login: where vulnerabilities are reported to; `not_found` without
 * `SECURITY_CONTACT`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export function registerSecurityTxt(
  app: HttpServer,
  { publicUrl, securityContact = null, clock }: Parts,
): void {
  const expires = after(clock.now(), confirmedFor).toISOString();
  app.get(securityTxt, async (_request, reply) => {
    if (securityContact === null) throw new Refused(refuse('not_found'));
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${languages.map(languageTag).join(', ')}`,
      `Canonical: ${publicUrl}${securityTxt}`,
    ];
    reply.header('cache-control', 'no-cache');
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
