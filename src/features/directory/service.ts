import { groupSchema, type Json, userSchema } from './attributes.ts';

/** Resources of one page. */
export const maxResults = 200;

const prefix = 'urn:ietf:params:scim:schemas:core:2.0';

/** What the product supports (RFC 7643, 5). */
export function serviceProviderConfig(base: string): Json {
  return {
    schemas: [`${prefix}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth Bearer Token',
        description: 'The token of the directory',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** An entry of a list of discovery, found by its id. */
export interface Described extends Json {
  readonly id: string;
}

/** The kinds of resources (RFC 7643, 6). */
export function resourceTypes(base: string): readonly Described[] {
  return [
    ['User', '/Users', userSchema, 'A person'],
    ['Group', '/Groups', groupSchema, 'A group of the directory'],
  ].map(([id = '', endpoint, schema, description]) => ({
    schemas: [`${prefix}:ResourceType`],
    id,
    name: id,
    endpoint,
    description,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }));
}

interface Attribute extends Json {
  readonly name: string;
}

/** An attribute with the usual characteristics (RFC 7643, 7), except the given ones. */
function attribute(name: string, differing: Json = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description: name,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...differing,
  };
}

const userDescription: readonly Attribute[] = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('displayName'),
  attribute('name', {
    type: 'complex',
    subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
  }),
  attribute('emails', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', { uniqueness: 'server' }),
      attribute('type', { canonicalValues: ['work'] }),
      attribute('primary', { type: 'boolean' }),
    ],
  }),
  attribute('active', { type: 'boolean' }),
  // Everybody chooses their own language later.
  attribute('preferredLanguage', { mutability: 'writeOnly', returned: 'never' }),
];

const groupDescription: readonly Attribute[] = [
  attribute('displayName', { required: true, uniqueness: 'server' }),
  attribute('members', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', { mutability: 'immutable', caseExact: true }),
      attribute('$ref', { type: 'reference', referenceTypes: ['User'], mutability: 'readOnly' }),
      attribute('display', { mutability: 'readOnly' }),
      attribute('type', { mutability: 'readOnly', canonicalValues: ['User'] }),
    ],
  }),
];

/** The attributes that are kept (RFC 7643, 7). */
export function schemas(base: string): readonly Described[] {
  return [
    { id: userSchema, name: 'User', description: 'A person', attributes: userDescription },
    { id: groupSchema, name: 'Group', description: 'A group of the directory', attributes: groupDescription },
  ].map((one) => ({
    schemas: [`${prefix}:Schema`],
    ...one,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${one.id}` },
  }));
}
