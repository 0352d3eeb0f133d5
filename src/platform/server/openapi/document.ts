import { z } from 'zod';
import { refusalCodes } from '../../../base/refusal.ts';
import type { Described, DescribedRoute, FileAnswer } from './described.ts';

type Json = Readonly<Record<string, unknown>>;

/** The refusal of any call (ERR-14). */
const refused = z.object({
  success: z.literal(false),
  code: z.enum(refusalCodes),
  message: z.string().describe('For people, in the language of the person or of `Accept-Language`'),
  fields: z.record(z.string(), z.enum(refusalCodes)).optional(),
  values: z.record(z.string(), z.unknown()).optional(),
  confirm: z.looseObject({ hash: z.string() }).optional(),
  request_id: z.string().optional(),
});

const refusal = { $ref: '#/components/responses/Refused' };

/** What the description says of the whole API. */
export interface DescribedApi {
  readonly title: string;
  readonly version: string;
  /** The origin of the API, without a trailing slash. */
  readonly url: string;
}

/**
 * The description of the routes as an OpenAPI document.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument(
  { title, version, url }: DescribedApi,
  routes: readonly DescribedRoute[],
): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  const tags = [...new Set(routes.map(({ described }) => described.tag))].toSorted();
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description:
        'The REST routes. Data and commands have `POST /v1/graphql`, which describes itself by introspection.',
    },
    servers: [{ url }],
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of a person or a service account' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'A new UUID per intention: a repeat with the same key has no second effect',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      schemas: { Refused: schemaOf(refused) },
      responses: {
        Refused: {
          description: 'Refused: decide by `code`',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refused' } } },
        },
      },
    },
  };
}

const loginNotes = {
  none: { security: [] },
  person: {},
  'own session': { description: 'Only in a session of the person, not with a token (AUTH-30).' },
} as const satisfies Record<DescribedRoute['login'], Json>;

function operationOf({ method, path, described, login, takesKey }: DescribedRoute): Json {
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      ...{ name, in: 'path', required: true },
      schema: { type: 'string' },
    })),
    ...queryOf(described),
    ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId: operationIdOf(method, path),
    summary: described.does,
    tags: [described.tag],
    ...loginNotes[login],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOfOperation(described),
    responses: {
      [String(described.status ?? 200)]: successOf(described),
      '4XX': refusal,
      '5XX': refusal,
    },
  };
}

/** `POST /api/invoice/:id/recognition` is `postInvoiceByIdRecognition`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/:(\w+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

function queryOf({ query }: Described): readonly Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query) as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', schema },
    required: required.includes(name),
  }));
}

function bodyOfOperation({ body, mayLackBody, form }: Described): Json {
  if (form) {
    const { properties = {}, required = [] } = schemaOf(form.fields) as {
      readonly properties?: Json;
      readonly required?: readonly string[];
    };
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    const files = form.files === 'file' ? file : { type: 'array', items: file };
    const schema = {
      type: 'object',
      properties: { ...properties, [form.files]: files },
      required: [...required, form.files],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!body) return {};
  const content = { 'application/json': { schema: schemaOf(body) } };
  return { requestBody: { required: !mayLackBody, content } };
}

function successOf({ answer }: Described): Json {
  const description = 'Done';
  if (answer === null) return { description };
  if (isFile(answer))
    return { description, content: Object.fromEntries(answer.file.map((type) => [type, {}])) };
  return { description, content: { 'application/json': { schema: schemaOf(answer) } } };
}

function isFile(answer: z.ZodType | FileAnswer): answer is FileAnswer {
  return 'file' in answer;
}

/** The schema of what is sent; checks that JSON Schema cannot express are left out. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.scalar === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date' });
      delete jsonSchema.scalar;
    },
  });
  return described;
}
