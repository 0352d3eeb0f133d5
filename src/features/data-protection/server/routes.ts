import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database } from '../../../platform/server/database.ts';
import { attachmentHeader } from '../../../platform/server/files/files-name.ts';
import { tableMimes } from '../../../platform/server/files/files-type.ts';
import { tableBytes } from '../../../platform/server/files/table-file.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { type Authentication, administratorOf } from '../../../platform/server/http/request-context.ts';
import type { Installation } from '../../process-documentation/facts.ts';
import { documentationLanguages } from '../../process-documentation/model.ts';
import { describedSettings } from '../../process-documentation/server/store.ts';
import type { DataProtectionAnswer, Leaver } from '../model.ts';
import { registerColumns, registerRows } from '../register.ts';
import { beginReport, personalData } from './personal-data.ts';

export interface DataProtectionParts {
  readonly database: Database;
  readonly installation: Installation;
}

const sandbox = "sandbox; default-src 'none'";

/**
 * Data protection for administrators of the tenant (ARC-08). `GET /api/data-protection`: people who left.
 * `GET .../person/{id}/file`: everything kept about a person (Art. 15, 20 GDPR). `GET .../register?lang=`: the register
 * of processing as a draft (Art. 30).
 */
export function registerDataProtection(
  app: HttpServer,
  { database, installation }: DataProtectionParts,
  authentication: Authentication,
): void {
  const route = { onRequest: authentication.requirePerson, exposeHeadRoute: false };
  const path = '/api/data-protection';

  app.get(path, route, async (request): Promise<DataProtectionAnswer> => {
    const context = administratorOf(request);
    const leavers = await asWriter(database, context, (tx) =>
      tx.fixed<Leaver>('select id, name, left_on, kept_until, is_held, is_pseudonym from app.leavers()'),
    );
    return { leavers };
  });

  app.get(`${path}/person/:id/file`, route, async (request, reply) => {
    const context = administratorOf(request);
    const id = personOf(request);
    const person = await beginReport(database, context, id);
    return reply
      .header('content-security-policy', sandbox)
      .header('content-disposition', attachmentHeader(`${person.name}.json`))
      .type('application/json')
      .send(Readable.from(personalData(database, context, { id, ...person })));
  });

  app.get(`${path}/register`, route, async (request, reply) => {
    const context = administratorOf(request);
    const { lang: asked } = request.query as { readonly lang?: unknown };
    const lang = documentationLanguages.find((language) => language === asked) ?? documentationLanguages[0];
    const { facts, words, readAt } = await asWriter(database, context, (tx) =>
      describedSettings(tx, installation, lang),
    );
    const rows = registerRows(facts, words, words.instant(readAt));
    const table = {
      sheet: words.of('register.sheet'),
      titles: registerColumns.map((column) => words.of(`register.column.${column}`)),
      rows: (async function* () {
        yield rows;
      })(),
    };
    return reply
      .header('content-security-policy', sandbox)
      .header('content-disposition', attachmentHeader(words.of('register.file')))
      .type(tableMimes.xlsx)
      .send(Readable.from(tableBytes('xlsx', table)));
  });
}

function personOf(request: FastifyRequest): number {
  const { id } = request.params as { readonly id: string };
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new Refused(refuse('not_found'));
  return Number(id);
}
