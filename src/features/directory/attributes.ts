import { Refused, refuse } from '../../base/refusal.ts';

/** A JSON object of a request or an answer. */
export type Json = Readonly<Record<string, unknown>>;

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** One value, an object with parts, a list of such objects, or a value that only the product writes. */
export type AttributeShape = 'simple' | 'complex' | 'many' | 'read_only';

/** The attributes of a kind of resource by their names (RFC 7643), and those that are accepted and not kept. */
export interface Attributes {
  readonly schema: string;
  readonly known: Readonly<Record<string, AttributeShape>>;
  readonly ignored: readonly string[];
}

export const userAttributes: Attributes = {
  schema: userSchema,
  known: {
    userName: 'simple',
    externalId: 'simple',
    displayName: 'simple',
    name: 'complex',
    emails: 'many',
    active: 'simple',
    preferredLanguage: 'simple',
    schemas: 'read_only',
    id: 'read_only',
    meta: 'read_only',
    groups: 'read_only',
  },
  ignored: [
    ...['nickName', 'profileUrl', 'title', 'userType', 'locale', 'timezone', 'password', 'phoneNumbers'],
    ...['ims', 'photos', 'addresses', 'entitlements', 'roles', 'x509Certificates'],
  ],
};

export const groupAttributes: Attributes = {
  schema: groupSchema,
  known: {
    displayName: 'simple',
    externalId: 'simple',
    members: 'many',
    schemas: 'read_only',
    id: 'read_only',
    meta: 'read_only',
  },
  ignored: [],
};

/** The own name of an attribute written in any case, with or without the name of its schema; null if it is not kept. */
export function attributeName({ schema, known, ignored }: Attributes, written: string): string | null {
  const lower = written.toLowerCase();
  const name = lower.startsWith(`${schema.toLowerCase()}:`) ? lower.slice(schema.length + 1) : lower;
  const found = Object.keys(known).find((one) => one.toLowerCase() === name);
  if (found !== undefined) return found;
  const isExtension = name.startsWith('urn:');
  if (isExtension || ignored.some((one) => one.toLowerCase() === name)) return null;
  throw new Refused(refuse('scim_path', { values: { path: written } }));
}

/** A text of a filter or a path without the name of the own schema, which may stand before each attribute. */
export function withoutSchema({ schema }: Attributes, text: string): string {
  return text.toLowerCase().startsWith(`${schema.toLowerCase()}:`) ? text.slice(schema.length + 1) : text;
}

/** A posted resource with the own names of its attributes, without those that are not kept. */
export function keptAttributes(attributes: Attributes, body: Json): Json {
  const lower = new Map(Object.keys(attributes.known).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const name = lower.get(withoutSchema(attributes, key).toLowerCase());
      return name === undefined || attributes.known[name] === 'read_only' ? [] : [[name, value]];
    }),
  );
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
