import { z } from 'zod';
import { type Language, languages, languageTag } from '../../base/language.ts';
import { plainLine } from '../../base/plain-line.ts';
import { Refused, refuse } from '../../base/refusal.ts';
import { mailAddress } from '../session/address.ts';
import type { Json } from './attributes.ts';

/** What the directory says of a person. */
export interface Word {
  readonly user_name: string;
  readonly external_id: string | null;
  readonly name: string;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly email: string;
  readonly active: boolean;
}

const line = z.string().overwrite(plainLine).max(255);
const some = line.nullish().transform((text) => text || null);

/** Entra ID writes `"True"` and `"False"`. */
const flag = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((text) => text === 'true'),
]);

const address = z.object({
  value: z.string().max(1000),
  type: z.string().max(255).nullish(),
  primary: flag.nullish(),
});

const userBody = z.object({
  userName: line.min(1),
  externalId: some,
  displayName: some,
  name: z.object({ formatted: some, givenName: some, familyName: some }).nullish(),
  emails: z.union([z.array(address).max(50), address.transform((one) => [one])]).nullish(),
  active: flag.nullish(),
  preferredLanguage: some,
});

/**
 * What a resource says of a person. Without a name of its own the person keeps the former one, unless the parts of
 * the name have changed; without an address the user name has to be one.
 *
 * @throws Refused `scim_value`
 */
export function wordOf(resource: Json, former: Word | null): Word & { readonly language: Language | null } {
  const parsed = userBody.safeParse(resource);
  if (!parsed.success) throw wrong(parsed.error.issues[0]?.path.map(String).join('.') ?? '');
  const { userName, externalId, displayName, name, emails, active, preferredLanguage } = parsed.data;
  const main =
    emails?.find(({ primary }) => primary) ??
    emails?.find(({ type }) => type?.toLowerCase() === 'work') ??
    emails?.[0];
  const email = mailAddress(main?.value ?? userName);
  if (email === null) throw wrong(main === undefined ? 'userName' : 'emails');
  const [given, family] = [name?.givenName ?? null, name?.familyName ?? null];
  const isSame = former !== null && former.given_name === given && former.family_name === family;
  const parts = [given, family].filter((part) => part !== null).join(' ');
  const kept = isSame ? former.name : null;
  return {
    user_name: userName,
    external_id: externalId,
    name: (displayName ?? name?.formatted ?? kept ?? (parts || userName)).slice(0, 255),
    given_name: given,
    family_name: family,
    email,
    active: active ?? true,
    language: languageOf(preferredLanguage),
  };
}

function wrong(path: string): Refused {
  return new Refused(refuse('scim_value', { values: { path } }));
}

/** The language of a tag such as `de-AT`; null if the product does not have it. */
function languageOf(tag: string | null): Language | null {
  const [main] = (tag ?? '').toLowerCase().split(/[-_]/);
  return languages.find((language) => languageTag(language) === main) ?? null;
}

/** The resource that an operation of PATCH begins with; what the name is made of stays open. */
export function resourceOf({ user_name, external_id, given_name, family_name, email, active }: Word): Json {
  return {
    userName: user_name,
    externalId: external_id,
    name: { givenName: given_name, familyName: family_name },
    emails: [{ value: email, type: 'work', primary: true }],
    active,
  };
}
