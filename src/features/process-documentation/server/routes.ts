import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import { attachmentHeader } from '../../../platform/server/files/files-name.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, administratorOf } from '../../../platform/server/http/request-context.ts';
import { settingAudit } from '../../audit/server/store.ts';
import {
  type DocumentationAnswer,
  type DocumentationLanguage,
  documentationLanguages,
  longestNote,
  longestText,
  textKeys,
} from '../model.ts';
import { saveText } from './own-text.ts';
import { readDocumentation } from './read.ts';
import { makeVersion, type VersionParts, versionFile } from './versions.ts';

const lang = z.enum(documentationLanguages);
export const textBody = z.object({
  chapter: z.enum(textKeys),
  lang,
  text: z.string().max(longestText).nullable(),
  expected: z.string().max(longestText),
});
export const versionBody = z.object({
  lang,
  note: z
    .string()
    .trim()
    .max(longestNote)
    .nullable()
    .transform((note) => note || null),
  key: z.uuid(),
});

/** Changes listed on the page; a version lists more. */
const shownChanges = 20;

const oneMoment = { role: 'writer', isSnapshot: true } as const;

/**
 * The process documentation (ARC-06), for administrators of the tenant. `GET /api/process-documentation?lang=`:
 * current content with its gaps (ARC-07), versions, and changes since the newest. `POST .../text`: saves a chapter's
 * own text or the explanation of a gap. `POST .../version`: makes a version. `GET .../version/{number}/file`: its PDF.
 */
export function registerProcessDocumentation(
  app: HttpServer,
  given: Omit<VersionParts, 'audit'>,
  authentication: Authentication,
): void {
  const { database, installation } = given;
  const parts: VersionParts = { ...given, audit: settingAudit(database) };
  const route = { onRequest: authentication.requirePerson };
  const path = '/api/process-documentation';

  app.get(path, route, async (request): Promise<DocumentationAnswer> => {
    const context = administratorOf(request);
    const asked = languageOf(request);
    const audit = await parts.audit();
    return await database.inTenant(
      context,
      async (tx) => {
        const { changes, changeCount, ...read } = await readDocumentation(tx, {
          lang: asked,
          installation,
          audit,
        });
        return {
          lang: asked,
          parts: read.parts,
          gaps: read.gaps,
          versions: read.versions,
          isChanged: read.isChanged,
          changes: changes.slice(0, shownChanges),
          changeCount,
        };
      },
      oneMoment,
    );
  });

  app.post(`${path}/text`, route, async (request) => {
    const context = administratorOf(request);
    const saved = bodyOf(request, textBody);
    await asWriter(database, context, (tx) => saveText(tx, installation, saved));
    return { success: true };
  });

  app.post(`${path}/version`, route, async (request, reply) => {
    const context = administratorOf(request);
    const order = bodyOf(request, versionBody);
    return reply.code(201).send(await makeVersion(parts, context, order));
  });

  app.get(`${path}/version/:number/file`, { ...route, exposeHeadRoute: false }, async (request, reply) => {
    const context = administratorOf(request);
    const { number } = request.params as { readonly number: string };
    if (!/^[1-9]\d{0,8}$/.test(number)) throw new Refused(refuse('not_found'));
    const { name, bytes } = await asWriter(database, context, (tx) => versionFile(tx, Number(number)));
    return reply
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('content-disposition', attachmentHeader(name))
      .type('application/pdf')
      .send(bytes);
  });
}

function languageOf(request: FastifyRequest): DocumentationLanguage {
  const { lang: asked = documentationLanguages[0] } = request.query as { readonly lang?: unknown };
  const parsed = lang.safeParse(asked);
  if (!parsed.success)
    throw new Refused(refuse('invalid_type', { field: 'lang', values: { type: 'language' } }));
  return parsed.data;
}
